/**
 * What AliExpress takes as an address. What was seen where (November 2026):
 * - dial code apart and in digits, the number at home without signs and without its nought: the table of refusals on the
 *   platform's page of aliexpress.ds.order.create ("without any spaces or special characters"), a French and a British
 *   shop's client, each after a refusal of its own.
 * - province as a name of aliexpress.ds.address.get: the platform's page "Place order error", and the French shop, which
 *   was refused with a city and with a region. Cities are spelt as there where they are on the list.
 * - two words of two letters or more in the US: the page of order.create, and our notes. In the other countries: the French shop alone.
 * - CPF for Brazil: that page, ae_sdk. `nat_addr` for Saudi Arabia: a later copy of the page; its form: a refusal that a Saudi shop
 *   recorded. `passport_no` for Mexico: the first page alone, and what may stand in it (RFC or CURP) from memory.
 * Turkey, Israel and Japan: no public source names a number; what a customer gave is told as `tax_number`, as everywhere.
 */
import type { AddressRules } from '@omni/domain/orders/supplier-address.ts'
import type { Place } from '@omni/domain/orders/places.ts'
import { z } from 'zod'
import type { SupplyAddress } from '../supply-order.ts'
import { askBusiness } from './client.ts'
import type { Call } from './reads.ts'
import { PlacesReply } from './schemas.ts'

export const address: AddressRules = {
  dial_apart: true,
  province: 'listed',
  two_names: { US: 2, FR: 1, BR: 1, CA: 1, JP: 1, SA: 1, AE: 1 },
  longest: { name: 64 },
  numbers: {
    MX: { is: '^([A-Z]{3,4}\\d{6}[A-Z\\d]{3}|[A-Z]{4}\\d{6}[HMX][A-Z]{5}[A-Z\\d]\\d)$', such_as: 'GODE561231GR8' },
    SA: { is: '^[A-Z]{4}\\d{4}$', such_as: 'RRRD2929' },
  },
}

const Node = z.object({ name: z.string(), children: z.unknown().optional() })
const Nodes = z.array(Node)

/** A branch is JSON, or JSON as a text. */
function nodesIn(children: unknown): z.output<typeof Nodes> {
  let found = children
  try {
    if (typeof children === 'string') found = children === '' ? [] : JSON.parse(children)
  } catch {
    return []
  }
  return Nodes.safeParse(found).data ?? []
}

/** Three clients read it so: provinces below the country, cities below each. */
export const toPlaces = ({ result }: z.output<typeof PlacesReply>): Place[] =>
  result.data
    .flatMap(({ children }) => nodesIn(children))
    .map(({ name, children }) => ({ province: name, cities: nodesIn(children).map((city) => city.name) }))

export async function places(call: Call, { country_code }: { country_code: string }): Promise<Place[]> {
  const params = { countryCode: country_code, language: 'en', isMultiLanguage: 'false' }
  return toPlaces(await askBusiness(call, 'aliexpress.ds.address.get', params, PlacesReply))
}

/** Each country's number has a field of its own. */
export function numberFields({ country_code, tax_id }: SupplyAddress): Record<string, string> {
  if (tax_id === '' || country_code === 'SA') return {}
  if (country_code === 'BR') return { cpf: tax_id }
  return country_code === 'MX' ? { passport_no: tax_id } : { tax_number: tax_id }
}
