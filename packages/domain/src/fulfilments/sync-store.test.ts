import { expect, test } from 'vitest'
import { type StoreFulfilment, syncStep } from './sync-store.ts'

const parcel = { reference: 'f'.repeat(32), carrier: 'USPS', numbers: ['A', 'B'], urls: [] }
const lines = [{ remote_line_id: 'l1', quantity: 1 }]
const step = (shown: readonly StoreFulfilment[], remote_id: string | null = null) =>
  syncStep({ parcel, lines, remote_id }, shown)
const fulfilment = (more: Partial<StoreFulfilment> = {}): StoreFulfilment => ({
  remote_id: 'r1',
  carrier: 'usps',
  numbers: ['A', 'B'],
  lines,
  ...more,
})

test('what the store shows under its id, or under our name, is brought up to date or left', () => {
  expect(step([], 'r1')).toEqual({ do: 'create' })
  expect(step([fulfilment({ lines: [] })], 'r1')).toEqual({ do: 'nothing', remote_id: 'r1' })
  expect(step([fulfilment({ numbers: ['Z'] })], 'r1')).toEqual({ do: 'update', remote_id: 'r1' })
  const named = fulfilment({ remote_id: parcel.reference, numbers: ['Z'] })
  expect(step([named])).toEqual({ do: 'update', remote_id: parcel.reference })
})

test('the numbers are the same whatever their order; one more, one less or another is a change', () => {
  for (const numbers of [
    ['A', 'B'],
    ['B', 'A'],
  ])
    expect(step([fulfilment({ numbers })], 'r1').do).toBe('nothing')
  for (const numbers of [['A'], ['A', 'B', 'C'], ['A', 'C'], ['C', 'D'], []])
    expect([numbers, step([fulfilment({ numbers })], 'r1').do]).toEqual([numbers, 'update'])
})

test('without an id it is known by one of its numbers, where it is of our lines or says nothing of lines', () => {
  const ours = [...lines, { remote_line_id: 'l2', quantity: 1 }]
  expect(step([fulfilment({ numbers: ['B', 'Z'] })])).toEqual({ do: 'update', remote_id: 'r1' })
  expect(step([fulfilment({ lines: [] })])).toEqual({ do: 'nothing', remote_id: 'r1' })
  expect(step([fulfilment({ lines: ours })])).toEqual({ do: 'nothing', remote_id: 'r1' })
  expect(step([fulfilment({ lines: [{ remote_line_id: 'l9', quantity: 1 }] })])).toEqual({ do: 'create' })
  expect(step([fulfilment({ numbers: ['Z'] })])).toEqual({ do: 'create' })
})
