/**
 * Whether a supplier will take an address, and how it is repaired. Patterns are those of the countries' post offices; a
 * country that is not named here takes any text.
 */
import { COUNTRIES } from '../countries.ts'
import type { OrderAddress } from './document.ts'

type AddressField = keyof OrderAddress
export interface AddressProblem {
  field: AddressField
  says: 'missing' | 'invalid' | 'too_long'
  /** What the field would be after the repair; null: a person has to know. */
  repair: string | null
}

interface Zip {
  /** What counts of it, without spaces and hyphens. */
  is: RegExp
  /** As it is written there. */
  write: (bare: string) => string
}

const plain = (is: RegExp): Zip => ({ is, write: (bare) => bare })
const cut = (is: RegExp, at: number, sign: string): Zip => ({
  is,
  write: (bare) => `${bare.slice(0, at)}${sign}${bare.slice(at)}`,
})
const DIGITS_4 = plain(/^\d{4}$/)
const DIGITS_5 = plain(/^\d{5}$/)
const DIGITS_6 = plain(/^\d{6}$/)

const ZIPS: Record<string, Zip> = {
  US: { is: /^\d{5}(\d{4})?$/, write: (bare) => (bare.length === 9 ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare) },
  CA: cut(/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/, 3, ' '),
  GB: { is: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/, write: (bare) => `${bare.slice(0, -3)} ${bare.slice(-3)}` },
  BR: cut(/^\d{8}$/, 5, '-'),
  JP: cut(/^\d{7}$/, 3, '-'),
  NL: cut(/^[1-9]\d{3}[A-Z]{2}$/, 4, ' '),
  PL: cut(/^\d{5}$/, 2, '-'),
  PT: cut(/^\d{7}$/, 4, '-'),
  SE: cut(/^\d{5}$/, 3, ' '),
  CZ: cut(/^\d{5}$/, 3, ' '),
  SK: cut(/^\d{5}$/, 3, ' '),
  GR: cut(/^\d{5}$/, 3, ' '),
  IE: cut(/^[A-Z]\d[\dW][A-Z\d]{4}$/, 3, ' '),
  AU: DIGITS_4,
  AT: DIGITS_4,
  BE: DIGITS_4,
  CH: DIGITS_4,
  DK: DIGITS_4,
  NO: DIGITS_4,
  NZ: DIGITS_4,
  HU: DIGITS_4,
  ZA: DIGITS_4,
  DE: DIGITS_5,
  ES: DIGITS_5,
  FI: DIGITS_5,
  FR: DIGITS_5,
  IT: DIGITS_5,
  MX: DIGITS_5,
  KR: DIGITS_5,
  TR: DIGITS_5,
  UA: DIGITS_5,
  IN: DIGITS_6,
  SG: DIGITS_6,
  RU: DIGITS_6,
  CN: DIGITS_6,
  RO: DIGITS_6,
}

/** Suppliers refuse an address there without one. */
const NEEDS_PROVINCE: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'BR', 'MX', 'IN', 'CN', 'JP'])

const US_STATES =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming'
const CA_PROVINCES =
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon'
const AU_STATES =
  'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia'
const provinces = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('|').map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]))
const PROVINCES: Record<string, ReadonlyMap<string, string>> = {
  US: provinces(US_STATES),
  CA: provinces(CA_PROVINCES),
  AU: provinces(AU_STATES),
}

/** Numbers that customs ask a receiver for, without their signs. */
const TAX_NUMBERS: Record<string, (digits: string) => boolean> = {
  BR: (digits) => isCpf(digits) || /^\d{14}$/.test(digits),
  KR: (digits) => /^P\d{12}$/.test(digits),
  CL: (digits) => /^\d{7,8}[\dK]$/.test(digits),
}

/** Two check digits, each a weighted sum of those before it. */
function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  return [9, 10].every((length) => {
    const sum = Array.from(digits.slice(0, length)).reduce(
      (total, digit, at) => total + Number(digit) * (length + 1 - at),
      0,
    )
    return ((sum * 10) % 11) % 10 === Number(digits[length])
  })
}

const LONGEST = 120
const PHONE = /^\+?\d{6,15}$/
const COUNTRY_CODES: ReadonlySet<string> = new Set(COUNTRIES.map(({ code }) => code))

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
const bareZip = (zip: string) => zip.toUpperCase().replace(/[\s-]/g, '')

function repairZip(zip: string, country: string): string {
  const rule = ZIPS[country]
  // A table that took it for a number ate the zero in front.
  const hasFive = rule === ZIPS['US'] || rule === DIGITS_5
  const bare = hasFive ? bareZip(zip).replace(/^\d{4}$/, '0$&') : bareZip(zip)
  return rule?.is.test(bare) ? rule.write(bare) : tidy(zip)
}

/** '+49 30 / 12 34' -> '+49301234': without its signs. Of '+49 (0)30' nobody dials both; Italy's nought is dialled. */
const repairPhone = (phone: string) => {
  const digits = phone.replace(/^(\s*(?:\+|00)(?!39)[\d\s]*)\(0\)/, '$1').replace(/\D/g, '')
  const isInternational = /^\s*\+/.test(phone) || digits.startsWith('00')
  return isInternational ? `+${digits.replace(/^(00)+/, '')}` : digits
}

function provinceIn(address: OrderAddress): { province: string; province_code: string } {
  const known = PROVINCES[address.country_code]
  const [name, code] = [tidy(address.province), tidy(address.province_code).toUpperCase()]
  if (!known) return { province: name, province_code: code }
  const wanted = name.toLowerCase()
  const found = [...known].find(
    ([short, long]) => short === code || long.toLowerCase() === wanted || short.toLowerCase() === wanted,
  )
  return found ? { province: found[1], province_code: found[0] } : { province: name, province_code: code }
}

/** What can be put right without asking anybody: signs, spaces, the way a code is written, a state's other name. */
export function repairAddress(address: OrderAddress): OrderAddress {
  const country_code = tidy(address.country_code).toUpperCase()
  const base = { ...address, country_code }
  return {
    name: tidy(address.name),
    company: tidy(address.company),
    address1: tidy(address.address1),
    address2: tidy(address.address2),
    city: tidy(address.city),
    ...provinceIn(base),
    zip: repairZip(address.zip, country_code),
    country_code,
    phone: repairPhone(address.phone),
    tax_number: address.tax_number.toUpperCase().replace(/[^\dA-Z]/g, ''),
  }
}

const REQUIRED = ['name', 'address1', 'city', 'country_code', 'phone'] as const

function saysOf(address: OrderAddress): Map<AddressField, AddressProblem['says']> {
  const found = new Map<AddressField, AddressProblem['says']>()
  const { country_code: country, zip, phone, tax_number } = address
  for (const field of REQUIRED) if (address[field].trim() === '') found.set(field, 'missing')
  for (const field of ['name', 'address1', 'address2', 'city'] as const)
    if (address[field].length > LONGEST) found.set(field, 'too_long')
  if (country.trim() !== '' && !COUNTRY_CODES.has(country)) found.set('country_code', 'invalid')
  const rule = ZIPS[country]
  if (rule) {
    const bare = bareZip(zip)
    if (bare === '') found.set('zip', 'missing')
    else if (!rule.is.test(bare) || rule.write(bare) !== zip) found.set('zip', 'invalid')
  }
  if (NEEDS_PROVINCE.has(country)) {
    const known = PROVINCES[country]
    if (address.province.trim() === '' && address.province_code.trim() === '') found.set('province', 'missing')
    else if (known && !known.has(address.province_code)) found.set('province', 'invalid')
  }
  if (phone.trim() !== '' && !PHONE.test(phone.replace(/[\s().-]/g, ''))) found.set('phone', 'invalid')
  const taxed = TAX_NUMBERS[country]
  if (taxed) {
    const bare = tax_number.toUpperCase().replace(/[^\dA-Z]/g, '')
    if (bare === '') found.set('tax_number', 'missing')
    else if (!taxed(bare)) found.set('tax_number', 'invalid')
  }
  return found
}

/** Empty: every supplier will take it. */
export function checkAddress(address: OrderAddress): AddressProblem[] {
  const repaired = repairAddress(address)
  const still = saysOf(repaired)
  return [...saysOf(address)].map(([field, says]) => ({
    field,
    says,
    repair: still.has(field) ? null : repaired[field],
  }))
}

/** What only a person can put right; the rest is repaired when the order is placed. */
export const unmendable = (address: OrderAddress): AddressProblem[] =>
  checkAddress(address).filter(({ repair }) => repair === null)
