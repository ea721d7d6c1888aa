import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAddress, repairAddress } from './address.ts'
import { EMPTY_ADDRESS, type OrderAddress } from './document.ts'

const good: OrderAddress = {
  ...EMPTY_ADDRESS,
  name: 'Ava Lindqvist',
  address1: '500 Congress Ave',
  city: 'Austin',
  province: 'Texas',
  province_code: 'TX',
  zip: '78701',
  country_code: 'US',
  phone: '+15125550142',
}
const address = fc.record<OrderAddress>({
  name: fc.string(),
  company: fc.string(),
  address1: fc.string(),
  address2: fc.string(),
  city: fc.string(),
  province: fc.oneof(fc.string(), fc.constantFrom('texas', 'ontario', 'TX')),
  province_code: fc.oneof(fc.constant(''), fc.constantFrom('tx', 'ON')),
  zip: fc.oneof(fc.string(), fc.constantFrom('m5h2n2', '787011234', '1234', 'ls15hd', '01310100')),
  country_code: fc.constantFrom('US', 'CA', 'GB', 'BR', 'DE', 'us', 'XX', ''),
  phone: fc.oneof(fc.string(), fc.constantFrom('+1 (512) 555-0142', '0049 30 1234567')),
  tax_number: fc.oneof(fc.constant(''), fc.constantFrom('529.982.247-25', '111.111.111-11')),
})

test('a good address has no problems; half of one names what is missing', () => {
  expect(checkAddress(good)).toEqual([])
  expect(checkAddress({ ...good, zip: '', city: '' }).map(({ field, says }) => [field, says])).toEqual([
    ['city', 'missing'],
    ['zip', 'missing'],
  ])
})

test.each([
  [
    { country_code: 'CA', zip: 'm5h2n2', province: 'ontario', province_code: '' },
    { zip: 'M5H 2N2', province_code: 'ON' },
  ],
  [{ country_code: 'GB', zip: 'ls15hd' }, { zip: 'LS1 5HD' }],
  [{ zip: '787011234' }, { zip: '78701-1234' }],
  [{ zip: '2138', province: 'Massachusetts', province_code: 'MA' }, { zip: '02138' }],
  [{ phone: '0049 30 / 1234567' }, { phone: '+49301234567' }],
])('%o is repaired', (wrong, right) => {
  const repaired = repairAddress({ ...good, ...wrong })
  expect(repaired).toMatchObject(right)
  expect(checkAddress(repaired)).toEqual([])
})

test('a CPF is checked by its own digits', () => {
  const brazil = { ...good, country_code: 'BR', zip: '01310-100', province: 'São Paulo', province_code: 'SP' }
  expect(checkAddress({ ...brazil, tax_number: '529.982.247-25' })).toEqual([])
  expect(checkAddress({ ...brazil, tax_number: '529.982.247-26' })).toMatchObject([{ says: 'invalid', repair: null }])
  expect(checkAddress(brazil)).toMatchObject([{ field: 'tax_number', says: 'missing' }])
})

test('a repair repeated changes nothing, and what it promises is gone after it', () => {
  fc.assert(
    fc.property(address, (any) => {
      const repaired = repairAddress(any)
      expect(repairAddress(repaired)).toEqual(repaired)
      const left = new Set(checkAddress(repaired).map(({ field }) => field))
      for (const { field, repair } of checkAddress(any)) expect(left.has(field)).toBe(repair === null)
    }),
  )
})
