/**
 * What of an address the platform refuses, in its own words. Sources, other than the connector's (November 2026): its page "Place
 * order error" (province and city are names of its list), a Saudi shop's notes of what it was answered (the national address, whatever
 * other field it stood in), two shops' plugins (a CPF for Brazil) and our notes (Mexico).
 */
import { z } from 'zod'
import { plainText } from '../../control/read-input.ts'
import { isProvince } from './places.ts'

const text = z.string().default('')
export const Address = z.object({
  address: z.string(),
  city: z.string(),
  province: text,
  country: z.string(),
  zip: z.string().optional(),
  contact_person: plainText,
  mobile_no: z.string(),
  phone_country: text,
  cpf: text,
  passport_no: text,
})

const INVALID = 'B_DROPSHIPPER_DELIVERY_ADDRESS_VALIDATE_FAIL'
/** There a name is cut at its space, and each half must be long enough. */
const CUT_NAMES: Record<string, number> = { US: 2, FR: 1, BR: 1 }

export function refusalOf(
  address: z.output<typeof Address>,
  nat_addr = '',
): { code: string; message: string } | undefined {
  const { country, contact_person, phone_country, mobile_no } = address
  const no = (message: string, code = INVALID) => ({ code, message })
  if (address.city === '') return no('Please enter a city')
  if (!isProvince(country, address.province)) return no('Please select a State/Province/County')
  if (!/^\+?\d{1,4}$/.test(phone_country) || !/^\d{5,16}$/.test(mobile_no))
    return no('Please enter the country code and phone number without any spaces or special characters')
  const least = CUT_NAMES[country]
  const at = contact_person.indexOf(' ')
  const halves = at < 0 ? [contact_person, ''] : [contact_person.slice(0, at), contact_person.slice(at + 1)]
  if (contact_person.length < 2 || (least && halves.some(({ length }) => length < least || length > 32)))
    return no('Please enter between 2 - 32 characters')
  if (country === 'BR' && !/^\d{11}(\d{3})?$/.test(address.cpf))
    return no('cpf is not valid', 'B_DROPSHIPPER_DELIVERY_ADDRESS_CPF_CN_INVALID')
  if (country === 'MX' && address.passport_no === '') return no('Please enter your tax number')
  if (country === 'SA' && !/^[A-Z]{4}\d{4}$/.test(nat_addr))
    return no('Please enter a 8-digit national address in right format, eg. ABCD1234.')
  return undefined
}
