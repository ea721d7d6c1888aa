import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSketchIndex } from './sketch-index.ts'
import { cosine, quantise, rank } from './vectors.ts'

const DIMENSIONS = 512
/** A mutant of the innermost loop is counted millions of times: for mutants the same with fewer pictures. */
const LESS = process.env['MUTATION'] === 'yes'

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
  const vectors = clustered(5, 12, 6)
  const index = filled(vectors)
  const [one, two] = [vectors.get(1), vectors.get(2)]
  if (!one || !two) throw new Error('no vectors')
  for (const id of index.candidates(one, 20, 2)) expect(id % 3).toBe(2)
  expect(index.candidates(one, 1000, 2)).toHaveLength(24)
  index.add(2, one, 0)
  expect(index.size).toBe(72)
  expect(index.candidates(one, 2, 0)).toContain(2)
})

test('what was put in is found first by itself', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const vectors = clustered(seed, 12, 6)
      const index = filled(vectors)
      for (const [id, vector] of vectors) expect(index.candidates(vector, 1)).toEqual([id])
    }),
    { numRuns: LESS ? 2 : 20 },
  )
})

test('what was taken out is not found, the rest is as if it had never been there', () => {
  fc.assert(
    fc.property(seeds, fc.array(fc.nat(71), { maxLength: 60 }), (seed, gone) => {
      const vectors = clustered(seed, 12, 6)
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
    { numRuns: LESS ? 2 : 20 },
  )
})

test('grows past any first guess of its size', () => {
  const vectors = clustered(9, LESS ? 206 : 500, 5)
  const index = filled(vectors)
  expect(index.size).toBe(vectors.size)
  for (const id of [1, vectors.size])
    expect(index.candidates(vectors.get(id) ?? new Int8Array(DIMENSIONS), 1)).toEqual([id])
  const labelled = [...vectors.keys()].filter((id) => id % 3 === 1)
  expect(index.candidates(vectors.get(1) ?? new Int8Array(DIMENSIONS), 5000, 1)).toHaveLength(labelled.length)
})

test('of the true ten nearest, the candidates hold nearly all', () => {
  const vectors = clustered(3, LESS ? 15 : 150, 20)
  const index = filled(vectors)
  let [found, wanted] = [0, 0]
  for (const [id, query] of vectors) {
    if (id % 60 !== 0) continue
    const exact = rank(query, vectors, 10).map((near) => near.id)
    const candidates = index.candidates(query, LESS ? 60 : 400)
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
