import type { AddressProblem } from '@omni/domain/orders/address.ts'
import type { TextKey } from '../../platform/i18n.ts'

export const ADDRESS_FIELDS: Record<AddressProblem['field'], TextKey> = {
  name: 'orders.field_name',
  company: 'orders.field_company',
  address1: 'orders.field_address1',
  address2: 'orders.field_address2',
  city: 'orders.field_city',
  province: 'orders.field_province',
  province_code: 'orders.field_province_code',
  zip: 'orders.field_zip',
  country_code: 'orders.field_country_code',
  phone: 'orders.field_phone',
  tax_number: 'orders.field_tax_number',
}
export const ADDRESS_PROBLEMS: Record<AddressProblem['says'], TextKey> = {
  missing: 'orders.problem_missing',
  invalid: 'orders.problem_invalid',
  too_long: 'orders.problem_too_long',
}
