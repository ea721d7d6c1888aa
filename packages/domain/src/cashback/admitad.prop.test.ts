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
