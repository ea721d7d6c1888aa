import { dayOf, priceFactorOn, stockOn } from './days.ts'
import { draw } from './draw.ts'
import { moveOf } from './moved-offers.ts'
import type { Offer, Variant } from './shapes.ts'

export const LOWEST_PRICE = 60
export const HIGHEST_PRICE = 18_000

const within = (cents: number) => Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, Math.round(cents)))

/** All choices of an offer on a day, in the order of its options. An offer without options has one. */
export function variantsOf(offer: Offer, day: number): Variant[] {
  const today = priceFactorOn(offer, day)
  const moved = moveOf(offer).percent / 100
  const by = draw(`variants ${offer.source} ${offer.id}`)
  const listFactor = 1.15 + by.random() * 1.2
  const count = offer.options.reduce((product, option) => product * option.values.length, 1)
  return Array.from({ length: count }, (_, index) => {
    let rest = index
    let factor = 1
    const values: { option: string; value: string; country?: string }[] = []
    for (const option of offer.options.toReversed()) {
      const one = option.values[rest % option.values.length]
      rest = Math.floor(rest / option.values.length)
      if (!one) continue
      factor *= one.factor
      values.unshift({ option: option.name, value: one.value, ...(one.country && { country: one.country }) })
    }
    // A range that is really one: the last choice costs several times the first.
    if (offer.oddity === 'wide_price') factor *= 1 + (index / Math.max(1, count - 1)) * 3.5
    const price = Math.round(within(offer.price * factor * today) * moved)
    return {
      index,
      values,
      price,
      list_price: Math.round(price * listFactor),
      stock: stockByCountry(offer, index, day, values.find((value) => value.country)?.country),
      grams: Math.round(offer.good.grams * (0.9 + 0.1 * factor)),
      colour: values.find((value) => /colou?r$/i.test(value.option))?.value ?? null,
    }
  })
}

/** A choice that names its warehouse lies there alone; others are spread over all the seller's warehouses. */
function stockByCountry(offer: Offer, index: number, day: number, only: string | undefined): Variant['stock'] {
  const total = moveOf(offer).sold_out ? 0 : stockOn(offer, index, day)
  const countries = only ? [only] : offer.ship_from
  const [first = 'CN', ...others] = countries
  const away = others.map((country, i) => ({ country, quantity: Math.floor((total * 0.3) / (i + 1)) }))
  return [{ country: first, quantity: total - away.reduce((sum, one) => sum + one.quantity, 0) }, ...away]
}

export const quantityOf = (variant: Variant): number => variant.stock.reduce((sum, one) => sum + one.quantity, 0)

export function priceRange(variants: readonly Variant[]): [number, number] {
  const prices = variants.map((variant) => variant.price)
  return [Math.min(...prices), Math.max(...prices)]
}

/** One variant stands for a product in a search, where a supplier lists variants: the cheapest that can be bought. */
export function shownVariant(offer: Offer, now: Date): Variant | undefined {
  const variants = variantsOf(offer, dayOf(now)).toSorted((a, b) => a.price - b.price)
  return variants.find((variant) => quantityOf(variant) > 0) ?? variants[0]
}
