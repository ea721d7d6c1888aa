import fc from 'fast-check'
import { expect, test } from 'vitest'
import { supplierLink } from './admitad.ts'

test("a link to AliExpress leads through the seller's code and arrives where it did; nothing else changes", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ minLength: 1 }), (url, publisher_id) => {
      const on = { is_enable: true, publisher_id }
      const link = new URL(supplierLink(on, 'aliexpress', url))
      expect(link.host).toBe('ad.admitad.com')
      expect(link.searchParams.get('ulp')).toBe(url)
      expect(supplierLink(on, 'cj', url)).toBe(url)
      expect(supplierLink({ ...on, is_enable: false }, 'aliexpress', url)).toBe(url)
      expect(supplierLink(undefined, 'aliexpress', url)).toBe(url)
    }),
  )
})

test('without a code or an address there is nothing to lead through, and the address is as it was', () => {
  const on = { is_enable: true, publisher_id: 'a/b' }
  expect(supplierLink({ ...on, publisher_id: '' }, 'aliexpress', 'https://x.test/1')).toBe('https://x.test/1')
  expect(supplierLink(on, 'aliexpress', '')).toBe('')
  expect(supplierLink(on, 'aliexpress', 'https://x.test/?q=1&r')).toBe(
    'https://ad.admitad.com/g/a%2Fb/?ulp=https%3A%2F%2Fx.test%2F%3Fq%3D1%26r',
  )
})
