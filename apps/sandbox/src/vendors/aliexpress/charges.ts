import type { Variant } from '../../catalogue/shapes.ts'
import type { Purse } from './purse.ts'

/** Value added tax is inside the price where the platform must collect it, and comes on top elsewhere. */
const INSIDE: Readonly<Record<string, number>> = { GB: 20, DE: 19, FR: 20, ES: 21, IT: 22, NL: 21 }
const ON_TOP: Readonly<Record<string, number>> = { AU: 10, CA: 5, BR: 17 }
const US_DUTY = 12

/** Tax and duties of one variant, for the country that was asked for. */
export function chargesOf(variant: Variant, price: number, shipTo: string, purse: Purse) {
  const part = (percent: number) => purse.text(Math.round((price * percent) / 100))
  const fromChina = variant.stock.some(({ country }) => country === 'CN')
  const tax = ON_TOP[shipTo] ?? INSIDE[shipTo]
  return {
    price_include_tax: shipTo in INSIDE,
    ...(tax !== undefined && { tax_amount: part(tax), tax_currency_code: purse.currency }),
    ...(shipTo === 'US' && fromChina && { estimated_import_charges: part(US_DUTY) }),
  }
}
