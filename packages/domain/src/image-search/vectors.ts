/** Descriptions of pictures as whole numbers: a quarter of the size, and nothing visible is lost (design, models). */

const LARGEST = 127

/** Each vector by its own largest value: only its direction means anything. */
export function quantise(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * LARGEST)))
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

const norm = (vector: Int8Array) => Math.sqrt(dot(vector, vector))

/** -1 to 1; 0 for a vector of nothing. */
export function cosine(a: Int8Array, b: Int8Array): number {
  const length = norm(a) * norm(b)
  return length === 0 ? 0 : dot(a, b) / length
}

export interface Near { id: number; similarity: number }

/** The exact order of some candidates, nearest first; the smaller id first where they are equal. */
export function rank(query: Int8Array, candidates: Iterable<readonly [id: number, vector: Int8Array]>, count: number): Near[] {
  const near = Array.from(candidates, ([id, vector]) => ({ id, similarity: cosine(query, vector) }))
  return near.sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, count)
}
