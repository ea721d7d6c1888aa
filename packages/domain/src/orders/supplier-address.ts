/**
 * An address as one supplier takes it: what is certain is put right without a word, the rest is asked before anything is
 * paid. What a supplier wants stands in its folder, and comes here by the manifest; what a country's post and customs want
 * is in address.ts.
 */
import { type AddressProblem, checkAddress, repairAddress } from './address.ts'
import { DIAL_CODES, splitPhone, withoutNought } from './dial-codes.ts'
import type { OrderAddress } from './document.ts'
import type { Source } from '../catalog/sources.ts'
import { ADDRESS_RULES } from '../vendors/manifest.ts'
import type { PlaceFinder } from './places.ts'
import { stateName } from './state-codes.ts'

export interface AddressRules {
  /** The dial code goes apart, and the number is the one at home; both in digits. */
  dial_apart?: true
  /** `listed`: a name of the supplier's own list. `always`: never empty; a country without provinces has its city there. */
  province?: 'listed' | 'always'
  /** By country: a name has two words, each of so many letters. */
  two_names?: Readonly<Record<string, number>>
  longest?: Readonly<Partial<Record<keyof OrderAddress, number>>>
  /** By country: a number that it asks for besides those that customs ask of everybody. `is`: a pattern. */
  numbers?: Readonly<Record<string, { is: string; such_as: string }>>
  /** Import tax of the EU is declared with an order: by the seller's own number, or by the supplier's service. */
  ioss?: true
}

const RULES: Record<Source, AddressRules> = ADDRESS_RULES
export const addressRulesOf = (source: Source): AddressRules => RULES[source]

/** What a person has to fill in. */
export interface AddressAsk {
  field: keyof OrderAddress
  says: AddressProblem['says']
  /** The supplier takes nothing else. */
  choices?: readonly string[]
  such_as?: string
}

export interface SentAddress extends OrderAddress {
  /** Digits; empty where `phone` has it. */
  phone_country: string
}

/** A digit that many write before a number of so many, and that nobody dials: North America's 1, and Mexico's of old. */
const STRAY_FIRST: Record<string, string> = { '1': '1', '52': '1' }
const DIGITS_AT_HOME = 10

function dialApart(phone: string, country: string): { phone_country: string; phone: string } | null {
  const { region, local } = splitPhone(phone, country)
  const dial = DIAL_CODES.find((one) => one.region === region)?.dial.slice(1)
  if (dial === undefined || local.startsWith('+')) return null
  const digits = local.replace(/\D/g, '')
  const isStray = digits.length === DIGITS_AT_HOME + 1 && digits[0] === STRAY_FIRST[dial]
  return { phone_country: dial, phone: withoutNought(region, isStray ? digits.slice(1) : digits) }
}

const hasTwoNames = (name: string, least: number): boolean => {
  const words = name.split(' ').filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) >= least)
  return words.length >= 2
}

/** `places`: the supplier's own list; null where it has none, or could not be asked. */
export function addressFor(
  rules: AddressRules,
  written: OrderAddress,
  places: PlaceFinder | null,
): { sent: SentAddress; asks: AddressAsk[] } {
  const address = repairAddress(written)
  const { country_code } = address
  const asks = new Map<AddressAsk['field'], AddressAsk>(
    checkAddress(address).map(({ field, says }) => [field, { field, says }]),
  )
  const ask = (field: AddressAsk['field'], says: AddressAsk['says'], more: Partial<AddressAsk> = {}) =>
    asks.set(field, { field, says: asks.get(field)?.says ?? says, ...more })
  const sent: SentAddress = { ...address, phone_country: '' }
  if (rules.province) sent.province = stateName(country_code, address.province) ?? address.province

  const apart = rules.dial_apart ? dialApart(address.phone, country_code) : null
  if (apart) Object.assign(sent, apart)
  else if (rules.dial_apart && address.phone !== '') ask('phone', 'invalid', { such_as: '+49 151 23456789' })

  if (rules.province === 'listed' && places && places.provinces.length > 0) {
    const province = places.province(sent.province, address.city)
    if (province === null)
      ask('province', address.province === '' ? 'missing' : 'invalid', { choices: places.provinces })
    else {
      asks.delete('province')
      sent.province = province
      sent.city = places.city(province, address.city) ?? address.city
    }
  }
  if (rules.province && sent.province === '') sent.province = address.city

  const letters = rules.two_names?.[country_code]
  if (letters !== undefined && address.name !== '' && !hasTwoNames(address.name, letters))
    ask('name', 'invalid', { such_as: 'Maria Silva' })
  const number = rules.numbers?.[country_code]
  if (number && !new RegExp(number.is).test(address.tax_number))
    ask('tax_number', address.tax_number === '' ? 'missing' : 'invalid', { such_as: number.such_as })
  const longest = Object.entries(rules.longest ?? {}) as [AddressAsk['field'], number][] // its own keys
  for (const [field, most] of longest) if (sent[field].length > most) ask(field, 'too_long')
  return { sent, asks: [...asks.values()] }
}
