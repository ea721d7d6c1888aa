import { expect, test } from 'vitest'
import { isSupplierLink } from './supplier-link.ts'

test.each([
  ['https://www.aliexpress.com/item/1005006123456789.html', true],
  ['http://localhost.test:4000/product/7', true],
  ['cjdropshipping.com/product/x-p-123.html', true],
  ['  https://www.ebay.com/itm/123  ', true],
  ['usb lamp', false],
  ['amazon.com', false],
  ['lamp https://a.example/b', false],
  ['3.5 mm jack', false],
  ['', false],
])('%j is a link: %j', (text, expected) => {
  expect(isSupplierLink(text)).toBe(expected)
})
