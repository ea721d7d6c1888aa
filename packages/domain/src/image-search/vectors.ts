import { sharedColours } from './colours.ts'

/** Descriptions of pictures as whole numbers: a quarter of the size, and nothing visible is lost (design, models). */

const LARGEST = 127

/** Each vector by its own largest value: only its direction means anything. */
export function quantise(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * LARGEST)))
}

function lengthOf(vector: Int8Array): number {
  let square = 0
  for (let at = 0; at < vector.length; at++) square += (vector[at] ?? 0) ** 2
  return Math.sqrt(square)
}

/** -1 to 1; 0 for a vector of nothing. `length`: of the first, where many are compared with it. */
export function cosine(a: Int8Array, b: Int8Array, length: number = lengthOf(a)): number {
  let product = 0
  let square = 0
  for (let at = 0; at < a.length; at++) {
    const value = b[at] ?? 0
    product += (a[at] ?? 0) * value
    square += value * value
  }
  return length === 0 || square === 0 ? 0 : product / (length * Math.sqrt(square))
}

export interface Near {
  id: number
  similarity: number
}

/** The exact order of some candidates, nearest first; the smaller id first where they are equal. */
export function rank(
  query: Int8Array,
  candidates: Iterable<readonly [id: number, vector: Int8Array]>,
  count: number,
): Near[] {
  const length = lengthOf(query)
  const near = Array.from(candidates, ([id, vector]) => ({ id, similarity: cosine(query, vector, length) }))
  return near.sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, count)
}

/** What is kept of a picture. */
export interface Looks {
  vector: Int8Array
  /** Null: described before colours were. */
  colours: Uint8Array | null
}

/** Enough to tell walls apart; with more, another wall behind the same thing counts too much (`npm run bench -- image`). */
const COLOURS_WEIGHT = 0.05

/**
 * The order of the nearest few by several views of the picture that is searched for, each counting alike, and by the
 * colours where all have them. The similarity stays that of the picture itself: what it means was measured with that
 * one (match.ts).
 */
export function rankByViews(
  views: readonly Int8Array[],
  colours: Uint8Array | null,
  near: readonly Near[],
  looksOf: (id: number) => Looks | undefined,
): Near[] {
  const lengths = views.map(lengthOf)
  const byColours = near.every(({ id }) => looksOf(id)?.colours) ? colours : null
  const alike = ({ id, similarity }: Near) => {
    const looks = looksOf(id)
    if (!looks) return similarity
    const seen = views.reduce((sum, view, at) => sum + cosine(view, looks.vector, lengths[at]), 0) / views.length
    return byColours && looks.colours ? seen + COLOURS_WEIGHT * sharedColours(byColours, looks.colours) : seen
  }
  return near
    .map((one) => ({ one, alike: alike(one) }))
    .sort((a, b) => b.alike - a.alike || a.one.id - b.one.id)
    .map(({ one }) => one)
}
