/** What each country's parcels want of an address, by the rules that the suppliers' folders declare. */
import { expect, test } from 'vitest'
import { COUNTRIES } from '../countries.ts'
import type { OrderAddress } from './document.ts'
import { EMPTY_ADDRESS } from './document.ts'
import { foundPlace, type Place, placeFinder } from './places.ts'
import { stateName } from './state-codes.ts'
import { addressFor, addressRulesOf } from './supplier-address.ts'

const PLACES: Record<string, Place[]> = {
  DE: [
    { province: 'Bavaria', cities: ['Munich', 'Augsburg'] },
    { province: 'Berlin', cities: ['Berlin'] },
    { province: 'Baden-Wurttemberg', cities: ['Stuttgart', 'Neustadt'] },
    { province: 'Saxony', cities: ['Neustadt'] },
  ],
  FR: [
    { province: "Cote-d'Or", cities: ['DIJON'] },
    { province: 'Loire', cities: ['ST ETIENNE'] },
  ],
  GB: [{ province: 'England', cities: ['Leeds'] }],
  BR: [{ province: 'Sao Paulo', cities: ['Sao Paulo'] }],
  MX: [{ province: 'Jalisco', cities: ['Guadalajara'] }],
  KR: [{ province: 'Seoul', cities: ['Gangnam-gu'] }],
  JP: [{ province: 'Tokyo', cities: ['Shibuya'] }],
  IL: [{ province: 'Tel Aviv District', cities: ['Tel Aviv'] }],
  TR: [{ province: 'Istanbul', cities: ['Kadikoy'] }],
  SA: [{ province: 'Riyadh', cities: ['Riyadh'] }],
  NG: [{ province: 'Lagos State', cities: ['Ikeja'] }],
}
const at = (country_code: string, more: Partial<OrderAddress>): OrderAddress => ({
  ...EMPTY_ADDRESS,
  name: 'Ada Lovelace',
  address1: '1 Road',
  country_code,
  ...more,
})
const listed = (address: OrderAddress) =>
  addressFor(addressRulesOf('aliexpress'), address, placeFinder(PLACES[address.country_code] ?? []))
const asked = (address: OrderAddress) => listed(address).asks.map(({ field, says }) => `${field} ${says}`)

const GOOD = {
  DE: at('DE', { city: 'augsburg', zip: '86150', phone: '0821 / 55 66 77' }),
  FR: at('FR', { city: 'Saint-Étienne', province: 'Rhône-Alpes', zip: '42000', phone: '+33 4 77 00 00 00' }),
  GB: at('GB', { city: 'Leeds', zip: 'ls15hd', phone: '07936781278' }),
  BR: at('BR', {
    city: 'São Paulo',
    province: 'São Paulo',
    zip: '01310100',
    phone: '+5511987654321',
    tax_number: '529.982.247-25',
  }),
  MX: at('MX', {
    city: 'Guadalajara',
    province: 'Jalisco',
    zip: '44100',
    phone: '3312345678',
    tax_number: 'gode561231gr8',
  }),
  KR: at('KR', {
    city: 'Gangnam-gu',
    province: 'Seoul',
    zip: '06236',
    phone: '+821012345678',
    tax_number: 'P123456789012',
  }),
  JP: at('JP', { city: 'Shibuya', province: 'Tokyo', zip: '1500002', phone: '090-1234-5678' }),
  IL: at('IL', { city: 'Tel Aviv', zip: '6100000', phone: '050-1234567' }),
  TR: at('TR', { city: 'Kadıköy', province: 'İstanbul', zip: '34710', phone: '+90 532 000 00 00' }),
  SA: at('SA', { city: 'Riyadh', zip: '12211', phone: '0501234567', tax_number: 'rrrd2929' }),
}

test.each([
  ['DE', { phone_country: '49', phone: '821556677', province: 'Bavaria', city: 'Augsburg' }],
  ['FR', { phone_country: '33', phone: '477000000', province: 'Loire', city: 'ST ETIENNE' }],
  ['GB', { phone_country: '44', phone: '7936781278', province: 'England', zip: 'LS1 5HD' }],
  [
    'BR',
    { phone_country: '55', phone: '11987654321', province: 'Sao Paulo', zip: '01310-100', tax_number: '52998224725' },
  ],
  ['MX', { phone_country: '52', phone: '3312345678', province: 'Jalisco', tax_number: 'GODE561231GR8' }],
  ['KR', { phone_country: '82', phone: '1012345678', province: 'Seoul' }],
  ['JP', { phone_country: '81', phone: '9012345678', province: 'Tokyo', zip: '150-0002' }],
  ['IL', { phone_country: '972', phone: '501234567', province: 'Tel Aviv District' }],
  ['TR', { phone_country: '90', phone: '5320000000', province: 'Istanbul', city: 'Kadikoy' }],
  ['SA', { phone_country: '966', phone: '501234567', province: 'Riyadh', tax_number: 'RRRD2929' }],
] as const)('%s: what is certain is put right without a word', (country, sent) => {
  expect(listed(GOOD[country])).toMatchObject({ sent, asks: [] })
})

test('a phone number of every country we know can be told with its code apart', () => {
  const phones = COUNTRIES.map(({ code }) => {
    const { sent, asks } = addressFor({ dial_apart: true }, at(code, { city: 'C', phone: '012345678' }), null)
    return asks.some(({ field }) => field === 'phone') || !/^\d{1,3}$/.test(sent.phone_country) ? code : null
  })
  expect(phones.filter(Boolean)).toEqual([])
  const apart = (country_code: string, phone: string) => {
    const { sent } = addressFor({ dial_apart: true }, at(country_code, { phone }), null)
    return `${sent.phone_country} ${sent.phone}`
  }
  expect(apart('RS', '060 123 4567')).toBe('381 601234567')
  expect(apart('JM', '+1 876 555 0123')).toBe('1 8765550123')
  expect(apart('MX', '+52 1 33 1234 5678')).toBe('52 3312345678')
  // Their nought is dialled from everywhere.
  expect([apart('IT', '06 1234567'), apart('CI', '+225 07 12345678')]).toEqual(['39 061234567', '225 0712345678'])
})

test('a state that a shop tells by its code alone is found by its name', () => {
  const found = ([address, code]: [OrderAddress, string]) => {
    const written = { ...address, province: code, province_code: code, city: 'a place that is not listed' }
    return listed(written).sent.province
  }
  const told: [OrderAddress, string][] = [
    [GOOD.BR, 'SP'],
    [GOOD.MX, 'JA'],
    [GOOD.JP, 'JP13'],
    [GOOD.JP, 'JP-13'],
    [GOOD.TR, 'TR34'],
  ]
  expect(told.map(found)).toEqual(['Sao Paulo', 'Jalisco', 'Tokyo', 'Tokyo', 'Istanbul'])
  const untold = { ...GOOD.BR, province: 'SP', province_code: 'SP' }
  expect(addressFor(addressRulesOf('cj'), untold, null).sent.province).toBe('São Paulo')
  expect([stateName('MX', 'MX'), stateName('ES', 'SE'), stateName('JP', '48'), stateName('DE', 'BY')]).toEqual([
    'Estado de México',
    'Sevilla',
    null,
    null,
  ])
})

test('what nobody can know is asked, with what the supplier takes', () => {
  const bayern = at('DE', { city: 'München', province: 'Bayern', zip: '80331', phone: '+4989123456' })
  expect(listed(bayern).asks).toEqual([
    { field: 'province', says: 'invalid', choices: ['Bavaria', 'Berlin', 'Baden-Wurttemberg', 'Saxony'] },
  ])
  // Two provinces have a town of this name.
  expect(asked({ ...bayern, province: '', city: 'Neustadt' })).toEqual(['province missing'])
  expect(asked({ ...GOOD.BR, tax_number: '' })).toEqual(['tax_number missing'])
  expect(asked({ ...GOOD.KR, tax_number: '' })).toEqual(['tax_number missing'])
  expect(listed({ ...GOOD.MX, tax_number: '' }).asks).toMatchObject([{ field: 'tax_number', such_as: 'GODE561231GR8' }])
  expect(asked({ ...GOOD.SA, tax_number: '12345678' })).toEqual(['tax_number invalid'])
  expect(asked({ ...GOOD.FR, name: 'Dupont' })).toEqual(['name invalid'])
  expect(asked({ ...GOOD.FR, name: 'J Dupont' })).toEqual([])
  expect(asked({ ...GOOD.DE, name: 'Dupont' })).toEqual([])
  expect(asked({ ...GOOD.DE, phone: '+999 12345678' })).toEqual(['phone invalid'])
  const austin = at('US', { city: 'Austin', province: 'Texas', zip: '78701', phone: '15125550142' })
  expect(asked({ ...austin, name: 'Ada L' })).toEqual(['name invalid'])
  // Without a list nobody is asked, and what was written goes as it is.
  expect(listed(austin)).toMatchObject({
    sent: { phone_country: '1', phone: '5125550142', province: 'Texas' },
    asks: [],
  })
  expect(addressFor(addressRulesOf('aliexpress'), bayern, null)).toMatchObject({
    sent: { province: 'Bayern' },
    asks: [],
  })
})

test('a name is the same without accents, kinds of places and case; another name is not', () => {
  const lagos = placeFinder(PLACES['NG'] ?? [])
  expect([lagos.province('LAGOS', ''), lagos.province('', 'ikeja'), lagos.province('Lago', 'Ike')]).toEqual([
    'Lagos State',
    'Lagos State',
    null,
  ])
  const german = placeFinder(PLACES['DE'] ?? [])
  expect(german.province('Baden-Württemberg', '')).toBe('Baden-Wurttemberg')
  expect(german.province('Baden-Wuerttemberg', '')).toBeNull()
  expect(foundPlace({ province: 'A', city: 'B' }).city('', '')).toBe('B')
})

test('a supplier without lists: a province always, and no field longer than it takes', () => {
  const cj = addressRulesOf('cj')
  const leeds = at('GB', { city: 'Leeds', zip: 'LS1 5HD', phone: '+441134960000' })
  expect(addressFor(cj, leeds, null)).toEqual({ sent: { ...leeds, province: 'Leeds', phone_country: '' }, asks: [] })
  expect(addressFor(cj, { ...leeds, name: `${'x'.repeat(30)} ${'y'.repeat(30)}` }, null).asks).toEqual([
    { field: 'name', says: 'too_long' },
  ])
  // The house supplier takes what every post takes.
  expect(addressFor(addressRulesOf('zopi'), leeds, null)).toMatchObject({ sent: { province: '' }, asks: [] })
})
