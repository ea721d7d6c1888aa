import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bellBadge, countUnread } from './badge.ts'

test('the bell', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.boolean(), (total, flag) => {
      expect(bellBadge(total, flag)).toBe(total > 99 ? '99+' : String(total))
    }),
  )
  expect([bellBadge(0, false), bellBadge(0, true)]).toEqual(['1', ''])
})

test('counts: read ones never count, kinds add up to the total', () => {
  const item = fc.record({ kind: fc.constantFrom('product', 'supplier', 'order', 'news'), is_read: fc.boolean() })
  fc.assert(
    fc.property(fc.array(item), (list) => {
      const counts = countUnread(list)
      expect(counts.total).toBe(list.filter((n) => !n.is_read).length)
      const other = list.filter((n) => !n.is_read && n.kind === 'news').length
      expect(counts.product + counts.supplier + counts.order + other).toBe(counts.total)
      expect(counts.order).toBe(list.filter((n) => !n.is_read && n.kind === 'order').length)
    }),
  )
})
