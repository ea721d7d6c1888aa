import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { expect, test } from 'vitest'
import { readOutcome } from './import-all.ts'

// only what is read
const card = (source: string, source_product_id: string) => ({ source, source_product_id }) as ProductCard
const products = [card('cj', '1'), card('zopi', '1'), card('cj', '2')]
const quota = { code: 'EXCEED_QUOTA_LIMIT', message: 'full' }

test('each product finds its own answer, by source and id or by the id alone', () => {
  const outcome = readOutcome(products, { 'cj:1': 'a', '2': 'b' }, { 'zopi:1': { code: 'BAD', message: 'gone' } })
  expect(outcome).toEqual({ added: [products[0], products[2]], failed: ['gone'], quota: false })
})

test('only when all fail by quota is the quota to blame', () => {
  expect(
    readOutcome(
      products,
      {},
      { 'cj:1': quota, 'zopi:1': { code: 'SYSTEM_QUOTA_EXCEEDED', message: 'full' }, '2': quota },
    ).quota,
  ).toBe(true)
  expect(readOutcome(products, { 'cj:1': 'a' }, { 'zopi:1': quota, '2': quota }).quota).toBe(false)
  expect(readOutcome(products, {}, { 'cj:1': quota, 'zopi:1': { code: 'BAD', message: 'x' }, '2': quota }).quota).toBe(
    false,
  )
})
