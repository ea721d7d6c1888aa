import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPlace, walkStart, type WalkPlace, type WalkWays } from './list-walk.ts'

interface Thing {
  id: number
  category: number
  words: number[]
}

const CATEGORIES = 4
const WORDS = ['lamp', 'mat', 'cup']

/** A supplier that lists `cap` things of any question, in pages of `size`. */
function supplier(things: readonly Thing[], cap: number, size: number, needs_words: boolean) {
  const search = ({ category_id, word, cursor }: WalkPlace) => {
    const found = things.filter(
      (thing) =>
        (category_id === null || thing.category === Number(category_id)) &&
        (word === null || thing.words.includes(word)),
    )
    const from = Number(cursor ?? 0)
    const listed = needs_words && word === null ? [] : found.slice(0, cap)
    const next = from + size < listed.length ? String(from + size) : null
    return { items: listed.slice(from, from + size), next, cut_off: found.length > cap }
  }
  return search
}

function walk(things: readonly Thing[], cap: number, size: number, ways: WalkWays) {
  const search = supplier(things, cap, size, ways.needs_words)
  const seen = new Set<number>()
  const left_out: WalkPlace[] = []
  let place: WalkPlace | null = walkStart(ways)
  let pages = 0
  while (place) {
    if (++pages > 2000) throw new Error('it never ends')
    const page = search(place)
    for (const { id } of page.items) seen.add(id)
    const step = nextPlace(place, page, ways)
    if (step.left_out) left_out.push(place)
    place = step.place
  }
  return { seen, left_out, pages }
}

const thing = fc.record({
  category: fc.integer({ min: 0, max: CATEGORIES - 1 }),
  words: fc.uniqueArray(fc.integer({ min: 0, max: WORDS.length - 1 }), { maxLength: 2 }),
})
const things = fc.array(thing, { maxLength: 80 }).map((rows) => rows.map((row, id) => ({ id, ...row })))
const cap = fc.integer({ min: 1, max: 40 })
const size = fc.integer({ min: 1, max: 10 })
const ways = (needs_words: boolean, category_ids: string[]): WalkWays => ({ words: WORDS, needs_words, category_ids })
const ids = Array.from({ length: CATEGORIES }, (_, i) => String(i))

test('a walk ends, and finds everything unless it says what may be missing', () => {
  fc.assert(
    fc.property(things, cap, size, fc.constantFrom(ids, []), (all, most, pageSize, category_ids) => {
      const { seen, left_out } = walk(all, most, pageSize, ways(false, category_ids))
      if (left_out.length === 0) expect(seen.size).toBe(all.length)
      // What is missing is in a category that was named.
      const named = new Set(left_out.map(({ category_id }) => category_id))
      for (const { id, category } of all)
        if (!seen.has(id)) expect(named.has(null) || named.has(String(category))).toBe(true)
    }),
  )
})

test('a list that does not end early is read once, and nothing else is asked', () => {
  fc.assert(
    fc.property(things, size, (all, pageSize) => {
      const { seen, pages } = walk(all, 1000, pageSize, ways(false, ids))
      expect(seen.size).toBe(all.length)
      expect(pages).toBe(Math.max(1, Math.ceil(all.length / pageSize)))
    }),
  )
})

test('where words are needed, every word is asked once', () => {
  const { seen, pages } = walk([{ id: 1, category: 0, words: [2] }], 10, 5, ways(true, []))
  expect([[...seen], pages]).toEqual([[1], WORDS.length])
})

const at = (category_id: string | null, word: number | null, cursor: string | null = null): WalkPlace => ({
  category_id,
  word,
  cursor,
})
const last = { next: null, cut_off: false }

test('from one place to the next', () => {
  const both = ways(false, ['a', 'b'])
  expect(walkStart({ needs_words: true })).toEqual(at(null, 0))
  expect(walkStart({ needs_words: false })).toEqual(at(null, null))
  expect(nextPlace(at(null, null), { next: '2', cut_off: true }, both)).toEqual({
    place: at('a', null),
    left_out: false,
  })
  expect(nextPlace(at(null, null), { next: '2', cut_off: true }, ways(false, []))).toEqual({
    place: at(null, null, '2'),
    left_out: false,
  })
  expect(nextPlace(at('a', null), { next: '2', cut_off: true }, both).place).toEqual(at('a', null, '2'))
  expect(nextPlace(at('a', null, '2'), { next: null, cut_off: true }, both)).toEqual({
    place: at('a', 0),
    left_out: true,
  })
  expect(nextPlace(at('a', 0, '3'), last, both)).toEqual({ place: at('a', 1), left_out: false })
  expect(nextPlace(at('a', 2), { next: null, cut_off: true }, both)).toEqual({ place: at('b', null), left_out: true })
  expect(nextPlace(at('b', null), last, both)).toEqual({ place: null, left_out: false })
  expect(nextPlace(at(null, null), last, both)).toEqual({ place: null, left_out: false })
  expect(nextPlace(at(null, 2), last, ways(true, ['a']))).toEqual({ place: null, left_out: false })
  expect(nextPlace(at('a', null), { next: null, cut_off: true }, { ...both, words: [] })).toEqual({
    place: at('b', null),
    left_out: true,
  })
  // A category of an older list: the new one is walked from its start.
  expect(nextPlace(at('gone', null), last, both).place).toEqual(at('a', null))
})
