/** What is written when one offer was compared with others. */
import { expect, test } from 'vitest'
import { type Linked, MOST_OFFERS, regroup } from './good-groups.ts'

const alone = (id: number): Linked => ({ id, good_id: null })
const of = (good_id: number, ...ids: number[]): Linked[] => ids.map((id) => ({ id, good_id }))
const [SEVEN] = of(3, 7) as [Linked]

test('two offers that were alone become a group under the smaller id', () => {
  expect(regroup(alone(9), [alone(4)], [])).toEqual([{ good_id: 4, ids: [9, 4] }])
})

test('an offer joins the group of its partner; those who are there stay as they are', () => {
  expect(regroup(alone(9), of(3, 7), of(3, 3, 7))).toEqual([{ good_id: 3, ids: [9] }])
})

test('an offer with a smaller id renames the group it joins', () => {
  expect(regroup(alone(1), of(3, 7), of(3, 3, 7))).toEqual([{ good_id: 1, ids: [1, 7, 3] }])
})

test('partners of two groups bring both together', () => {
  const groups = [...of(3, 3, 7), ...of(5, 5, 8)]
  expect(regroup(alone(9), [...of(5, 8), ...of(3, 7)], groups)).toEqual([{ good_id: 3, ids: [9, 8, 5] }])
})

test('what is as it should be is not written again', () => {
  expect(regroup(SEVEN, of(3, 3), of(3, 3, 7))).toEqual([])
  expect(regroup(alone(9), [], [])).toEqual([])
})

test('an offer that is like nobody of its group leaves it; one that is left behind alone has no group', () => {
  expect(regroup(SEVEN, [], of(3, 3, 7))).toEqual([
    { good_id: null, ids: [7] },
    { good_id: null, ids: [3] },
  ])
  expect(regroup(SEVEN, [], of(3, 7))).toEqual([{ good_id: null, ids: [7] }])
})

test('the group that is left goes on under its own smallest id', () => {
  const [three] = of(3, 3) as [Linked]
  expect(regroup(three, [], of(3, 3, 7, 8))).toEqual([
    { good_id: null, ids: [3] },
    { good_id: 7, ids: [7, 8] },
  ])
})

test('whoever leaves one group for another is written into the other', () => {
  const groups = [...of(3, 3, 7), ...of(5, 5, 8)]
  expect(regroup(SEVEN, of(5, 8), groups)).toEqual([
    { good_id: null, ids: [7] },
    { good_id: null, ids: [3] },
    { good_id: 5, ids: [7] },
  ])
})

test('a group that would be too large is not joined; one that just fits is', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 100)
  const full = of(100, ...ids(MOST_OFFERS))
  expect(regroup(alone(900), full.slice(0, 1), full)).toEqual([])
  const fits = of(100, ...ids(MOST_OFFERS - 1))
  expect(regroup(alone(900), fits.slice(0, 1), fits)).toEqual([{ good_id: 100, ids: [900] }])
})
