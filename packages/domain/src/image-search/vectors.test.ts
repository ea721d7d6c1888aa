import { expect, test } from 'vitest'
import { isSameByLooks, isShown, isSimilar, matchOf } from './match.ts'
import { coloursOf } from './colours.ts'
import { cosine, quantise, rank, rankByViews } from './vectors.ts'

const of = (...values: number[]) => Int8Array.from(values)

test('a description is written down by its own largest value', () => {
  expect([...quantise(Float32Array.from([0, 0.5, 2, -1]))]).toEqual([0, 32, 127, -63])
  expect([...quantise(Float32Array.from([1, -4]))]).toEqual([32, -127])
  expect([...quantise(new Float32Array(3))]).toEqual([0, 0, 0])
})

test('how alike two descriptions are', () => {
  expect(cosine(of(3, 4), of(3, 4))).toBeCloseTo(1)
  expect(cosine(of(3, 4), of(-3, -4))).toBeCloseTo(-1)
  expect(cosine(of(1, 0), of(0, 1))).toBe(0)
  expect(cosine(of(3, 4), of(1, 0))).toBeCloseTo(0.6)
  expect([cosine(of(0, 0), of(1, 1)), cosine(of(1, 1), of(0, 0))]).toEqual([0, 0])
  expect(cosine(of(3, 4), of(1, 0), 10)).toBeCloseTo(0.3)
})

test('nearest first, the smaller id of equal ones, and no more than were asked for', () => {
  const candidates = [
    [4, of(0, 1)],
    [3, of(1, 1)],
    [2, of(1, 0)],
    [1, of(2, 2)],
  ] as const
  const ranked = rank(of(1, 1), candidates, 3)
  expect(ranked.map(({ id }) => id)).toEqual([1, 3, 2])
  expect(ranked[2]?.similarity).toBeCloseTo(Math.SQRT1_2)
})

test('several views of a picture count alike; what is told of each stays that of the picture itself', () => {
  const near = [
    { id: 1, similarity: 0.9 },
    { id: 2, similarity: 0.8 },
    { id: 3, similarity: 0.7 },
  ]
  const looks = new Map([
    [1, { vector: of(1, 0), colours: null }],
    [2, { vector: of(1, 1), colours: null }],
  ])
  const views = [of(1, 0), of(0, 1)]
  const ordered = rankByViews(views, null, near, (id) => looks.get(id))
  // 2 is 0.71 like each of the views, 1 is one of them and unlike the other, 3 is known by its own similarity alone.
  expect(ordered).toEqual([near[1], near[2], near[0]])
  const equal = rankByViews(views, null, near.toReversed(), () => ({ vector: of(1, 1), colours: null }))
  expect(equal.map(({ id }) => id)).toEqual([1, 2, 3])
})

test('of pictures that are alike, the one in the same colours comes first; where one has none, none count', () => {
  const near = [
    { id: 1, similarity: 0.9 },
    { id: 2, similarity: 0.9 },
    { id: 3, similarity: 0.2 },
  ]
  const [blue, red] = [coloursOf(Uint8Array.of(20, 40, 200)), coloursOf(Uint8Array.of(200, 30, 20))]
  const vector = of(1, 0)
  const looks = new Map([
    [1, { vector, colours: red }],
    [2, { vector, colours: blue }],
    [3, { vector: of(0, 1), colours: blue }],
  ])
  const order = (colours: Uint8Array | null, last: Uint8Array | null) =>
    rankByViews([vector], colours, near, (id) => (id === 3 ? { vector: of(0, 1), colours: last } : looks.get(id))).map(
      ({ id }) => id,
    )
  expect(order(blue, blue)).toEqual([2, 1, 3])
  expect(order(red, blue)).toEqual([1, 2, 3])
  expect(order(blue, null)).toEqual([1, 2, 3])
  expect(order(null, blue)).toEqual([1, 2, 3])
})

test('what a similarity means', () => {
  expect([0, 0.5, 0.75, 0.994, 1, 1.2].map(matchOf)).toEqual([0, 0, 50, 99, 100, 100])
  expect([0.64, 0.65].map(isSimilar)).toEqual([false, true])
  expect([0.89, 0.9].map(isShown)).toEqual([false, true])
  expect([0.96, 0.97].map(isSameByLooks)).toEqual([false, true])
})
