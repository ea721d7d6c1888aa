/** How a supplier's orders are placed for a workplace, supplier by supplier. Read by the preview and by placing. */
import { isSource } from '../catalog/sources.ts'
import { COUNTRIES } from '../countries.ts'
import type { Minor } from '../money.ts'
import type { OrderAddress } from '../orders/document.ts'
import type { AddressRules } from '../orders/supplier-address.ts'
import type { Preference } from '../placement/choose-method.ts'
import { ORDER_SOURCE_IDS, PAY_LATER_SOURCE_IDS } from '../vendors/manifest.ts'

/** Orders spec §9: suppliers that take orders. */
export const ORDER_SOURCES = ORDER_SOURCE_IDS
export type OrderSource = (typeof ORDER_SOURCES)[number]
export const isOrderSource = (text: string): text is OrderSource =>
  isSource(text) && (ORDER_SOURCES as readonly string[]).includes(text)

/** They create an order first and take the money by a call of its own, so that it can be paid later. */
export const PAY_LATER_SOURCES: readonly OrderSource[] = PAY_LATER_SOURCE_IDS

/** Among the methods by country: every country that has no line of its own. */
export const OTHER_COUNTRIES = '*'

export const PAY_MODES = ['now', 'later'] as const
type PayMode = (typeof PAY_MODES)[number]
export const PHONE_USES = ['customer', 'always'] as const
/** Who declares import tax of the EU: nobody, the seller by a number of their own, or the supplier as a service. */
export const IOSS_MODES = ['none', 'own', 'supplier'] as const

export interface OrderSettings {
  /** A shipping method by its `service_name`, at most one for each country. */
  methods: { country_code: string; method: string }[]
  /** What is chosen where no method is set, or where the set one does not carry the basket. */
  preference: Preference
  /** Ships from here where the supplier keeps the goods there. Null: from anywhere. */
  warehouse: string | null
  /** A message to the supplier, with every order. */
  note: string
  phone: { use: (typeof PHONE_USES)[number]; number: string }
  /** The seller's number of the EU's import one-stop shop. */
  ioss: string
  /** Where the supplier declares import tax with an order; elsewhere the number alone counts. */
  ioss_mode: (typeof IOSS_MODES)[number]
  /** The seller's own tax numbers by country, used where the customer gave none. */
  tax_ids: { country_code: string; tax_id: string }[]
  /** The connected account that pays. Null: the one that is connected. */
  account_id: string | null
  /** By how much the price may rise between preview and payment before a person is asked. */
  price_limit_percent: number
  pay_mode: PayMode
}

/** Design: placement, section 5. spec: not shown. */
const DEFAULT_PRICE_LIMIT_PERCENT = 3
export const MAX_PRICE_LIMIT_PERCENT = 100

export const DEFAULT_ORDER_SETTINGS: OrderSettings = {
  methods: [],
  preference: 'cheapest',
  warehouse: null,
  note: '',
  phone: { use: 'customer', number: '' },
  ioss: '',
  ioss_mode: 'none',
  tax_ids: [],
  account_id: null,
  price_limit_percent: DEFAULT_PRICE_LIMIT_PERCENT,
  pay_mode: 'now',
}

/** What a seller stored, over the defaults: a setting that is added later needs no migration. */
export const overOrderDefaults = (stored: Partial<OrderSettings>): OrderSettings => ({
  ...DEFAULT_ORDER_SETTINGS,
  // A number that was there before the choice is meant to be used.
  ...(stored.ioss && { ioss_mode: 'own' as const }),
  ...stored,
})

/** Null: none is set, and the preference decides. */
export function methodFor({ methods }: Pick<OrderSettings, 'methods'>, country_code: string): string | null {
  const of = (code: string) => methods.find((row) => row.country_code === code)?.method
  return of(country_code) ?? of(OTHER_COUNTRIES) ?? null
}

/** An address with what the seller has settled for every order. */
export const asSettled = (settings: OrderSettings, address: OrderAddress): OrderAddress => ({
  ...address,
  phone: phoneFor(settings, address.phone),
  tax_number: taxIdFor(settings, address.country_code, address.tax_number),
})

/** The phone number that a supplier is told. A customer without one gets the seller's, because no parcel goes without. */
export function phoneFor({ phone }: Pick<OrderSettings, 'phone'>, customers: string): string {
  if (phone.use === 'always') return phone.number
  return customers.trim() === '' ? phone.number : customers
}

/** The tax number on a parcel: the customer's, else the seller's for that country. The IOSS number is a field of its own. */
export function taxIdFor({ tax_ids }: Pick<OrderSettings, 'tax_ids'>, country_code: string, customers: string): string {
  if (customers.trim() !== '') return customers
  return tax_ids.find((row) => row.country_code === country_code)?.tax_id ?? ''
}

/** The member states of the EU, where an IOSS number counts. */
const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** The message to the supplier. Where its order has no field for the IOSS number, that is told here. */
export function noteFor(
  { note, ioss }: Pick<OrderSettings, 'note' | 'ioss'>,
  country_code: string,
  rules: AddressRules,
) {
  const declared = ioss !== '' && !rules.ioss && EU.has(country_code) ? `IOSS: ${ioss}` : ''
  return [note, declared].filter((line) => line !== '').join('\n')
}

/** How import tax is declared with an order. */
export type Ioss = { by: 'own'; number: string } | { by: 'supplier' }

/** Null: it is not declared. `missing`: it has to be, and the seller has not said how. */
export function iossFor(
  { ioss, ioss_mode }: Pick<OrderSettings, 'ioss' | 'ioss_mode'>,
  rules: AddressRules,
  { country_code, ship_from }: { country_code: string; ship_from: string },
): Ioss | null | 'missing' {
  // What is in the EU already is not imported.
  if (!rules.ioss || !EU.has(country_code) || EU.has(ship_from)) return null
  if (ioss_mode === 'supplier') return { by: 'supplier' }
  return ioss_mode === 'own' && ioss !== '' ? { by: 'own', number: ioss } : 'missing'
}

/** What it may cost at most without a person being asked. Whole minor units, rounded down. */
export const priceLimit = (approved: Minor, { price_limit_percent }: Pick<OrderSettings, 'price_limit_percent'>) =>
  approved + Math.floor((approved * price_limit_percent) / 100)

export type SettingsProblem = 'country_twice' | 'country_unknown' | 'phone_invalid' | 'ioss_invalid' | 'pays_now_only'

export interface FoundProblem {
  field: keyof OrderSettings
  says: SettingsProblem
}

const CODES: ReadonlySet<string> = new Set(COUNTRIES.map(({ code }) => code))
/** With the country's code in front, as suppliers want it: 7 to 15 digits (ITU E.164). */
const PHONE = /^\+\d{7,15}$/
export const isPhone = (text: string): boolean => PHONE.test(text)
/** "IM" and ten digits (Council Implementing Regulation (EU) 2020/194). */
const IOSS = /^IM\d{10}$/

const twice = (codes: readonly string[]) => new Set(codes).size < codes.length

/** Empty: they can be stored. */
export function checkOrderSettings(source: OrderSource, settings: OrderSettings): FoundProblem[] {
  const found: FoundProblem[] = []
  const { methods, tax_ids, phone, ioss, pay_mode } = settings
  for (const [field, rows] of [
    ['methods', methods],
    ['tax_ids', tax_ids],
  ] as const) {
    const codes = rows.map(({ country_code }) => country_code)
    if (twice(codes)) found.push({ field, says: 'country_twice' })
    const isKnown = (code: string) => CODES.has(code) || (field === 'methods' && code === OTHER_COUNTRIES)
    if (!codes.every(isKnown)) found.push({ field, says: 'country_unknown' })
  }
  const needsPhone = phone.use === 'always' || phone.number !== ''
  if (needsPhone && !isPhone(phone.number)) found.push({ field: 'phone', says: 'phone_invalid' })
  const needsIoss = ioss !== '' || settings.ioss_mode === 'own'
  if (needsIoss && !IOSS.test(ioss)) found.push({ field: 'ioss', says: 'ioss_invalid' })
  if (pay_mode === 'later' && !PAY_LATER_SOURCES.includes(source))
    found.push({ field: 'pay_mode', says: 'pays_now_only' })
  return found
}
