import { expect, test } from 'vitest'
import { numberFields, toPlaces } from './address.ts'
import { PlacesReply } from './schemas.ts'

const lagos = [
  { name: 'Lagos State', type: 'PROVINCE', hasChildren: true, children: [{ name: 'Ikeja', hasChildren: false }] },
  { name: 'Abuja', type: 'PROVINCE', hasChildren: false, children: '' },
]
const read = (data: unknown) => toPlaces(PlacesReply.parse({ result: { ret: 'true', data } }))

test('places: a branch is a list or a text of one, data a list of one or that one, and a leaf has no branch', () => {
  const places = [
    { province: 'Lagos State', cities: ['Ikeja'] },
    { province: 'Abuja', cities: [] },
  ]
  expect(read({ country: 'NG', type: 'country', children: JSON.stringify(lagos) })).toEqual(places)
  expect(read([{ country: 'NG', children: lagos }])).toEqual(places)
  const nested = lagos.map((one) => ({ ...one, children: JSON.stringify(one.children) }))
  expect(read({ children: JSON.stringify(nested) })).toEqual(places)
  for (const nothing of [undefined, [], { children: '' }, { children: 'not JSON' }]) expect(read(nothing)).toEqual([])
})

test('each country has a field of its own for its number', () => {
  const of = (country_code: string, tax_id = '1') => numberFields({ country_code, tax_id } as never)
  expect([of('BR'), of('MX'), of('KR'), of('SA'), of('KR', '')]).toEqual([
    { cpf: '1' },
    { passport_no: '1' },
    { tax_number: '1' },
    {},
    {},
  ])
})
