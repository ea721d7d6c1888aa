import { expect, test } from 'vitest'
import { parseVendorJson } from './vendor-json.ts'

test('an id too long for a number keeps every digit', () => {
  expect(parseVendorJson('{"sku_id":12000031234567891,"n":[1.5,3],"s":"12000031234567891"}')).toEqual({
    sku_id: '12000031234567891',
    n: [1.5, 3],
    s: '12000031234567891',
  })
})

test('prices with many digits stay numbers; broken text is undefined', () => {
  expect(parseVendorJson('{"price":1.2345678901234567}')).toEqual({ price: 1.2345678901234567 })
  expect(parseVendorJson('{"price":')).toBeUndefined()
  expect(parseVendorJson('')).toBeUndefined()
})
