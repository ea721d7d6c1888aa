import { LISTING_STATES } from '@omni/domain/channels/listing.ts'
import { expect, test } from 'vitest'
import { actionsOf, type ListingRow } from './listing-state.ts'

const row = (change: Partial<ListingRow>) =>
  ({ product_id: 'p', platform: 'woocommerce', state: 'idle', status: null, question: null, ...change }) as ListingRow // what the rule reads

const OF_PRODUCT = ['suppliers', 'replace', 'compare', 'keep', 'copy', 'unmap']

test('what is not ours gets a supplier or leaves the list, and is never changed', () => {
  for (const state of LISTING_STATES) {
    const other = row({ product_id: null, state, status: 'active' })
    expect(actionsOf(other)).toEqual(['map', 'hide'])
    expect(actionsOf(other, true)).toEqual(['show'])
  }
})

test('a listing offers what its state allows', () => {
  expect(actionsOf(row({ status: 'active' }))).toEqual(['draft', ...OF_PRODUCT, 'remove'])
  expect(actionsOf(row({ status: 'draft' }))).toEqual(['active', ...OF_PRODUCT, 'remove'])
  expect(actionsOf(row({ state: 'refused', status: 'active' }))).toEqual(['retry', ...OF_PRODUCT, 'remove'])
  expect(actionsOf(row({ state: 'needs_decision', question: 'conflict' }))).toEqual(['decide', ...OF_PRODUCT, 'remove'])
  expect(actionsOf(row({ state: 'needs_decision', question: 'which' }))).toEqual([
    'retry',
    'stop',
    ...OF_PRODUCT,
    'remove',
  ])
  expect(actionsOf(row({ state: 'gone', question: 'gone' }))).toEqual(['list_again', 'stop'])
  expect(actionsOf(row({ state: 'removed' }))).toEqual(['listed'])
})

test('places are offered where a store has such', () => {
  expect(actionsOf(row({ platform: 'shopify', status: 'active' }))).toContain('places')
  expect(actionsOf(row({ platform: 'tiktok', status: 'active' }))).not.toContain('places')
})

test('a conflict can be settled while the rest of the listing is still on its way', () => {
  expect(actionsOf(row({ state: 'queued', question: 'conflict' }))).toEqual(['decide', ...OF_PRODUCT, 'remove'])
})
