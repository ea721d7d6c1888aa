import { LISTING_STATES } from '@omni/domain/channels/listing.ts'
import { expect, test } from 'vitest'
import { actionsOf, type ListingRow } from './listing-state.ts'

const row = (change: Partial<ListingRow>) =>
  ({ product_id: 'p', state: 'idle', status: null, question: null, ...change }) as ListingRow // what the rule reads

test('what is not ours is never changed, whatever its state', () => {
  for (const state of LISTING_STATES) expect(actionsOf(row({ product_id: null, state, status: 'active' }))).toEqual([])
})

test('a listing offers what its state allows', () => {
  expect(actionsOf(row({ status: 'active' }))).toEqual(['draft', 'remove'])
  expect(actionsOf(row({ status: 'draft' }))).toEqual(['active', 'remove'])
  expect(actionsOf(row({ state: 'refused', status: 'active' }))).toEqual(['retry', 'remove'])
  expect(actionsOf(row({ state: 'needs_decision', question: 'conflict' }))).toEqual(['decide', 'remove'])
  expect(actionsOf(row({ state: 'needs_decision', question: 'which' }))).toEqual(['retry', 'stop', 'remove'])
  expect(actionsOf(row({ state: 'gone', question: 'gone' }))).toEqual(['list_again', 'stop'])
  expect(actionsOf(row({ state: 'removed' }))).toEqual(['listed'])
})

test('a conflict can be settled while the rest of the listing is still on its way', () => {
  expect(actionsOf(row({ state: 'queued', question: 'conflict' }))).toEqual(['decide', 'remove'])
})
