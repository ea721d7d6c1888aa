import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSketchIndex } from './sketch-index.ts'
import { cosine, quantise, rank } from './vectors.ts'

const DIMENSIONS = 512
/** A mutant of the innermost loop is counted millions of times: for mutants the same with fewer pictures. */
const LESS = process.env['MUTATION'] === 'yes'
const [FAMILIES, EACH] = LESS ? [4, 3] : [12, 6]
const ALL = FAMILIES * EACH
const RUNS = LESS ? 1 : 20

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** As the model's are: nothing below zero, much in common, and families that lie close together. */
function clustered(seed: number, families: number, each: number): Map<number, Int8Array> {
  const random = seeded(seed)
  const shared = Float32Array.from({ length: DIMENSIONS }, () => 2 + normal(random))
  const made = new Map<number, Int8Array>()
  for (let family = 0; family < families; family++) {
    const middle = shared.map((value) => value + 0.8 * normal(random))
    for (let n = 0; n < each; n++)
      made.set(family * each + n + 1, quantise(middle.map((value) => Math.max(0, value + 0.4 * normal(random)))))
  }
  return made
}

const filled = (vectors: Map<number, Int8Array>) => {
  const index = createSketchIndex(DIMENSIONS, [...vectors.values()].slice(0, 300))
  for (const [id, vector] of vectors) index.add(id, vector, id % 3)
  return index
}

const ORDER = [14, 13, 11, 12, 9, 4, 15, 10, 8, 6, 16, 2, 3, 1, 5, 7]
const WIDE = [4, 5, 9, 10, 14, 3]

const seeds = fc.integer({ min: 1, max: 1e9 })

test('only lengths that are powers of two, from 512 on', () => {
  for (const wrong of [256, 513, 768, 0]) expect(() => createSketchIndex(wrong, [])).toThrow('power of two')
  expect(createSketchIndex(1024, []).size).toBe(0)
})

test('of pictures that are alike the smaller id comes first, and no more than were asked for', () => {
  const [vector] = clustered(7, 1, 1).values()
  if (!vector) throw new Error('no vector')
  const index = createSketchIndex(DIMENSIONS, [])
  for (const id of [9, 3, 7, 5]) index.add(id, vector)
  expect(index.candidates(vector, 3)).toEqual([3, 5, 7])
  expect(index.candidates(vector, 9)).toEqual([3, 5, 7, 9])
  expect(index.candidates(vector, 0)).toEqual([])
  expect(index.candidates(vector, 9, 1)).toEqual([])
  index.remove(9)
  expect([index.candidates(vector, 9), index.ids(), index.has(9)]).toEqual([[3, 5, 7], [5, 3, 7], false])
})

/** Of few and odd pictures, so that every sign counts: what one process finds, every other finds in the same order. */
test('the same pictures stand in the same order in every process', () => {
  const vectors = clustered(21, 8, 2)
  const index = createSketchIndex(DIMENSIONS, [...vectors.values()].slice(0, 9))
  for (const [id, vector] of vectors) index.add(id, vector, id % 2)
  const [query] = clustered(22, 1, 1).values()
  if (!query) throw new Error('no query')
  expect(index.candidates(query, 16)).toEqual(ORDER)
  expect(index.candidates(query, 4, 1)).toEqual(ORDER.filter((id) => id % 2 === 1).slice(0, 4))
  expect(index.candidates(query, 16, 2)).toEqual([])
  index.remove(ORDER[3] ?? 0)
  expect(index.candidates(query, 5)).toEqual([...ORDER.slice(0, 3), ...ORDER.slice(4, 6)])
  expect(index.candidates(query, 3, 1)).toEqual(ORDER.filter((id, at) => at !== 3 && id % 2 === 1).slice(0, 3))
  index.add(ORDER[0] ?? 0, query, 5)
  expect([index.size, index.candidates(query, 9, 5)]).toEqual([15, [ORDER[0]]])
  // Of longer ones the first 512 of their mixture count, and one of nothing is near nothing in particular.
  const wide = createSketchIndex(2 * DIMENSIONS, [])
  for (const [id, vector] of vectors) wide.add(id, Int8Array.from([...vector, ...vector.toReversed()]))
  expect(wide.candidates(Int8Array.from([...query, ...query.toReversed()]), 6)).toEqual(WIDE)
  expect(wide.candidates(new Int8Array(2 * DIMENSIONS), 16)).toHaveLength(16)
})

test('similarity: of itself 1, whichever way round, whatever the length', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: 0, max: 5, noNaN: true }), { minLength: 8, maxLength: 8 }),
      fc.array(fc.float({ min: 0, max: 5, noNaN: true }), { minLength: 8, maxLength: 8 }),
      (a, b) => {
        const [one, two] = [quantise(Float32Array.from(a)), quantise(Float32Array.from(b))]
        expect(cosine(one, two)).toBe(cosine(two, one))
        expect(cosine(one, two)).toBeLessThanOrEqual(1 + 1e-9)
        if (Math.max(...a) > 1e-3) {
          expect(cosine(one, one)).toBeCloseTo(1, 9)
          expect(
            [...quantise(Float32Array.from(a, (value) => value * 3))].every(
              (value, at) => Math.abs(value - (one[at] ?? 0)) <= 1,
            ),
          ).toBe(true)
        }
      },
    ),
  )
})

test('a label is asked for alone; an id put in again takes its own place', () => {
  const vectors = clustered(5, FAMILIES, EACH)
  const index = filled(vectors)
  const [one, two] = [vectors.get(1), vectors.get(2)]
  if (!one || !two) throw new Error('no vectors')
  for (const id of index.candidates(one, 20, 2)) expect(id % 3).toBe(2)
  expect(index.candidates(one, 1000, 2)).toHaveLength(ALL / 3)
  index.add(2, one, 0)
  expect(index.size).toBe(ALL)
  expect(index.candidates(one, 2, 0)).toContain(2)
})

test('what was put in is found first by itself', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const vectors = clustered(seed, FAMILIES, EACH)
      const index = filled(vectors)
      for (const [id, vector] of vectors) expect(index.candidates(vector, 1)).toEqual([id])
    }),
    { numRuns: RUNS },
  )
})

test('what was taken out is not found, the rest is as if it had never been there', () => {
  fc.assert(
    fc.property(seeds, fc.array(fc.nat(ALL - 1), { maxLength: 60 }), (seed, gone) => {
      const vectors = clustered(seed, FAMILIES, EACH)
      const index = filled(vectors)
      const out = new Set(gone.map((n) => n + 1))
      for (const id of out) index.remove(id)
      for (const id of out) index.remove(id)
      const left = new Map([...vectors].filter(([id]) => !out.has(id)))
      expect(index.size).toBe(left.size)
      expect(index.ids().sort((a, b) => a - b)).toEqual([...left.keys()])
      for (const [id, vector] of vectors) {
        expect(index.has(id)).toBe(left.has(id))
        if (left.size > 0) expect(out.has(index.candidates(vector, 1)[0] ?? 0)).toBe(false)
      }
      for (const id of left.keys()) index.remove(id)
      expect(index.candidates(vectors.get(1) ?? new Int8Array(DIMENSIONS), 10)).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test('grows past any first guess of its size', () => {
  const vectors = clustered(9, FAMILIES, EACH)
  const index = createSketchIndex(DIMENSIONS, [], 2)
  for (const [id, vector] of vectors) index.add(id, vector, id % 3)
  expect(index.size).toBe(vectors.size)
  for (const [id, vector] of vectors) expect(index.candidates(vector, 1)).toEqual([id])
  const [first] = vectors.values()
  for (const label of [0, 1, 2])
    expect(index.candidates(first ?? new Int8Array(DIMENSIONS), 5000, label)).toHaveLength(ALL / 3)
})

test('of the true ten nearest, the candidates hold nearly all', () => {
  const vectors = clustered(3, LESS ? 4 : 150, 20)
  const index = filled(vectors)
  let [found, wanted] = [0, 0]
  for (const [id, query] of vectors) {
    if (id % 60 !== 0) continue
    const exact = rank(query, vectors, 10).map((near) => near.id)
    const candidates = index.candidates(query, LESS ? 40 : 400)
    const ranked = rank(
      query,
      candidates.map((candidate) => [candidate, vectors.get(candidate) ?? query] as const),
      10,
    ).map((near) => near.id)
    wanted += exact.length
    found += exact.filter((one) => ranked.includes(one)).length
  }
  expect(found / wanted).toBeGreaterThan(0.97)
})
