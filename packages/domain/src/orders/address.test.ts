/** What suppliers refuse, country by country. That a repair keeps what it promises is a property. */
import { expect, test } from 'vitest'
import { checkAddress, repairAddress, unmendable } from './address.ts'
import { EMPTY_ADDRESS, type OrderAddress } from './document.ts'

const berlin: OrderAddress = {
  ...EMPTY_ADDRESS,
  name: 'Ava Lindqvist',
  address1: 'Torstraße 1',
  city: 'Berlin',
  zip: '10119',
  country_code: 'DE',
  phone: '+49301234567',
}
const austin = { ...berlin, country_code: 'US', province: 'Texas', province_code: 'TX', zip: '78701' }
const says = (address: OrderAddress) => checkAddress(address).map((one) => `${one.field} ${one.says}`)
const change = (more: Partial<OrderAddress>) => says({ ...berlin, ...more })

test('what is needed everywhere, and how long it may be', () => {
  expect(says(berlin)).toEqual([])
  for (const field of ['name', 'address1', 'city', 'country_code', 'phone', 'zip'] as const)
    for (const empty of ['', ' ']) expect(change({ [field]: empty })).toEqual([`${field} missing`])
  for (const field of ['company', 'address2', 'province', 'tax_number'] as const)
    expect(change({ [field]: '' })).toEqual([])
  for (const field of ['name', 'address1', 'address2', 'city'] as const) {
    expect(change({ [field]: 'x'.repeat(120) })).toEqual([])
    expect(change({ [field]: 'x'.repeat(121) })).toEqual([`${field} too_long`])
  }
})

test('a country is one that there is', () => {
  expect(change({ country_code: '' })).toEqual(['country_code missing'])
  expect(change({ country_code: 'XX' })).toEqual(['country_code invalid'])
  expect(checkAddress({ ...berlin, country_code: 'de' })).toEqual([
    { field: 'country_code', says: 'invalid', repair: 'DE' },
  ])
})

test.each([
  ['US', '78701-1234', '787011234', '7870'],
  ['CA', 'M5H 2N2', 'm5h-2n2', 'D5H 2N2'],
  ['GB', 'SW1A 1AA', 'sw1a1aa', 'SW1A AAA'],
  ['BR', '01310-100', '01310100', '0131010'],
  ['JP', '100-0001', '1000001', '100000'],
  ['NL', '1012 AB', '1012ab', '0012 AB'],
  ['PL', '00-001', '00001', '0000'],
  ['PT', '1000-001', '1000001', '100000'],
  ['SE', '111 22', '11122', '1112'],
  ['IE', 'D02 X285', 'd02x285', 'DX2 X285'],
  ['AT', '1010', ' 10 10 ', '101'],
  ['IN', '110001', '110 001', '11000'],
])('%s: %s is written so, %s is repaired, %s is none', (country_code, right, loose, wrong) => {
  const own = (zip: string) => {
    const found = checkAddress({ ...berlin, country_code, province: 'P', zip }).filter(({ field }) => field === 'zip')
    return found.map(({ says: what, repair }) => [what, repair])
  }
  expect(own(right)).toEqual([])
  expect(own(loose)).toEqual([['invalid', right]])
  if (country_code !== 'US') expect(own(wrong)).toEqual([['invalid', null]])
})

test('a zero that a table ate comes back where codes have five digits, and nowhere else', () => {
  const zip = (country_code: string, text: string) => repairAddress({ ...berlin, country_code, zip: text }).zip
  expect([zip('DE', '1067'), zip('US', '2138'), zip('FR', ' 1000 ')]).toEqual(['01067', '02138', '01000'])
  expect([zip('AT', '1010'), zip('PL', '1234'), zip('AE', '1234')]).toEqual(['1010', '1234', '1234'])
  expect([zip('DE', '106'), zip('DE', '10671067'), zip('DE', 'x1067'), zip('DE', '1067x')]).toEqual([
    '106',
    '10671067',
    'x1067',
    '1067x',
  ])
  // Where nobody knows how it is written, it is only tidied.
  expect(zip('AE', '  a   b ')).toBe('a b')
})

test('a state, where suppliers need one, by either of its names', () => {
  const state = (more: Partial<OrderAddress>) => says({ ...austin, ...more })
  expect(state({})).toEqual([])
  expect(state({ province: '', province_code: '' })).toEqual(['province missing'])
  expect(state({ province: ' ', province_code: ' ' })).toEqual(['province missing'])
  expect(state({ province: 'Bavaria', province_code: 'BY' })).toEqual(['province invalid'])
  expect(state({ province: '', province_code: 'TX' })).toEqual([])
  expect(checkAddress({ ...austin, province_code: '' })).toMatchObject([{ field: 'province', repair: 'Texas' }])
  // Their states are not known here: any text is one.
  const sydney = { country_code: 'JP', zip: '100-0001', province_code: '' }
  expect(state({ ...sydney, province: 'Tokyo' })).toEqual([])
  expect(state({ ...sydney, province: '' })).toEqual(['province missing'])
  const repaired = (more: Partial<OrderAddress>) => {
    const { province, province_code } = repairAddress({ ...austin, ...more })
    return `${province_code} ${province}`
  }
  expect(repaired({ province: ' new  york ', province_code: '' })).toBe('NY New York')
  expect(repaired({ province: 'ny', province_code: '' })).toBe('NY New York')
  expect(repaired({ province: '', province_code: ' ny ' })).toBe('NY New York')
  expect(repaired({ province: 'Bavaria', province_code: 'by' })).toBe('BY Bavaria')
  expect(repaired({ country_code: 'DE', province: ' Bayern ', province_code: 'by' })).toBe('BY Bayern')
})

test('a phone number has six to fifteen digits and the usual signs', () => {
  for (const phone of ['123456', '+123456789012345', '(030) 12 34-56', '+49.30.1234567'])
    expect([phone, change({ phone })]).toEqual([phone, []])
  for (const phone of ['12345', '1234567890123456', '++4930123456', 'x123456', '123456x', '030/123456'])
    expect([phone, change({ phone })]).toEqual([phone, ['phone invalid']])
  const repaired = (phone: string) => repairAddress({ ...berlin, phone }).phone
  expect(repaired('+49 30 / 12 34')).toBe('+49301234')
  expect(repaired(' 0049 30 1002')).toBe('+49301002')
  expect(repaired('0 049 30 1002')).toBe('+49301002')
  expect(repaired('+00 00 49 30 1002')).toBe('+49301002')
  expect(repaired('030 1002')).toBe('0301002')
  expect(repaired('+49 (0)30 1002')).toBe('+49301002')
  expect(repaired('0049 (0) 30 1002')).toBe('+49301002')
  expect(repaired('+39 (0)6 1002345')).toBe('+39061002345')
  expect(repaired('1 + 2')).toBe('12')
  expect(checkAddress({ ...berlin, phone: '030/123456' })).toMatchObject([{ repair: '030123456' }])
})

test('a tax number, where customs ask for one', () => {
  const tax = (country_code: string, tax_number: string) =>
    says({ ...berlin, country_code, province: 'P', zip: country_code === 'BR' ? '01310-100' : '12345', tax_number })
  expect(tax('DE', '')).toEqual([])
  for (const country of ['BR', 'KR', 'CL']) expect(tax(country, ' ')).toEqual(['tax_number missing'])
  const good: [string, string][] = [
    ['BR', '529.982.247-25'],
    ['BR', '11.222.333/0001-81'],
    ['KR', 'p123456789012'],
    ['CL', '12.345.678-k'],
    ['CL', '1234567-8'],
  ]
  for (const [country, number] of good) expect([number, tax(country, number)]).toEqual([number, []])
  const bad: [string, string][] = [
    ['BR', '529.982.247-26'],
    ['BR', '529.982.247-15'],
    ['BR', '111.111.111-11'],
    ['BR', '152998224725'],
    ['BR', '529982247251'],
    ['BR', '112223330001811'],
    ['BR', 'X11222333000181'],
    ['BR', '11222333000181X'],
    ['KR', '1234567890123'],
    ['KR', 'P12345678901'],
    ['KR', 'P1234567890123'],
    ['KR', 'XP123456789012'],
    ['KR', 'P12345678901X'],
    ['CL', '123456K'],
    ['CL', '123456789K'],
    ['CL', '12345678X'],
    ['CL', 'X1234567K'],
    ['CL', '1234567KX'],
  ]
  for (const [country, number] of bad) expect([number, tax(country, number)]).toEqual([number, ['tax_number invalid']])
  expect(repairAddress({ ...berlin, tax_number: ' 12.345.678-k ' }).tax_number).toBe('12345678K')
})

test('every text is tidied', () => {
  const messy = repairAddress({
    ...berlin,
    name: ' Ava  Lindqvist ',
    company: ' Nord\twind ',
    address1: ' a  b ',
    address2: ' c  d ',
    city: ' New\n York ',
    country_code: ' de ',
  })
  expect(messy).toMatchObject({
    name: 'Ava Lindqvist',
    company: 'Nord wind',
    address1: 'a b',
    address2: 'c d',
    city: 'New York',
    country_code: 'DE',
  })
})

test('a person is needed for what no rule can put right', () => {
  expect(unmendable({ ...austin, province_code: '', zip: ' 78701 ', phone: '+49 30 / 1234567' })).toEqual([])
  expect(unmendable({ ...austin, zip: '' })).toEqual([{ field: 'zip', says: 'missing', repair: null }])
})
