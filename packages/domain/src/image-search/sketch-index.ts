/**
 * Which pictures may be near, without comparing all of them (design, search): 512 signs per vector in memory, 64 bytes,
 * compared by
 * how many differ; the best few hundred are then ranked exactly (vectors.ts). Signs are taken after a fixed mixing of
 * the dimensions
 * (random signs and a Walsh-Hadamard transform, as good as random projections and a fiftieth of the work), each against
 * the mean of
 * the vectors known when it was last learned: descriptions have no negative values, so plain signs would all be alike.
 */
export interface SketchIndex {
  readonly size: number
  has(id: number): boolean
  ids(): number[]
  /** Puts a vector in, or in the place of the id's earlier one. `label` can be asked for alone. */
  add(id: number, vector: Int8Array, label?: number): void
  remove(id: number): void
  /** The nearest by sketch, at most `count`, nearest first. */
  candidates(query: Int8Array, count: number, label?: number): number[]
}

const BITS = 512
const WORDS = BITS / 32
const SEED = 0x0a11ce

/** Mulberry32: the same signs in every process. */
function signs(length: number): Int8Array {
  let state = SEED
  return Int8Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) & 1 ? 1 : -1
  })
}

/** In place; the length is a power of two. */
function hadamard(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let block = 0; block < values.length; block += 2 * half) {
      for (let at = block; at < block + half; at++) {
        const a = values[at] ?? 0
        const b = values[at + half] ?? 0
        values[at] = a + b
        values[at + half] = a - b
      }
    }
  }
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * `typical`: vectors to learn the means from, a few hundred of those that will be put in. `room`: for so many at first;
 * it grows.
 */
export function createSketchIndex(dimensions: number, typical: readonly Int8Array[], room = 1024): SketchIndex {
  if (dimensions < BITS || (dimensions & (dimensions - 1)) !== 0)
    throw new Error('dimensions must be a power of two, 512 or more')
  const flips = signs(dimensions)
  const mixed = new Float32Array(dimensions)
  function mix(vector: Int8Array): void {
    // By length 1, since each vector was written down by its own largest value.
    let square = 0
    for (const value of vector) square += value * value
    const scale = square === 0 ? 0 : 1 / Math.sqrt(square)
    for (let at = 0; at < dimensions; at++) mixed[at] = (vector[at] ?? 0) * (flips[at] ?? 1) * scale
    hadamard(mixed)
  }
  const means = new Float32Array(BITS)
  for (const vector of typical) {
    mix(vector)
    for (let bit = 0; bit < BITS; bit++) means[bit] = (means[bit] ?? 0) + (mixed[bit] ?? 0) / typical.length
  }

  let sketches = new Uint32Array(room * WORDS)
  let labels = new Uint8Array(room)
  const rows: number[] = [] // row -> id
  const rowOf = new Map<number, number>()

  function sketch(vector: Int8Array, into: Uint32Array, offset: number): void {
    mix(vector)
    for (let word = 0; word < WORDS; word++) {
      let bits = 0
      for (let bit = 0; bit < 32; bit++)
        if ((mixed[word * 32 + bit] ?? 0) > (means[word * 32 + bit] ?? 0)) bits |= 1 << bit
      into[offset + word] = bits
    }
  }

  return {
    get size() {
      return rows.length
    },
    has: (id) => rowOf.has(id),
    ids: () => rows.slice(),
    add(id, vector, label = 0) {
      const row = rowOf.get(id) ?? rows.length
      if (row === rows.length) {
        if ((row + 1) * WORDS > sketches.length) {
          const [more, moreLabels] = [new Uint32Array(sketches.length * 2), new Uint8Array(labels.length * 2)]
          more.set(sketches)
          moreLabels.set(labels)
          sketches = more
          labels = moreLabels
        }
        rows.push(id)
        rowOf.set(id, row)
      }
      labels[row] = label
      sketch(vector, sketches, row * WORDS)
    },
    remove(id) {
      const row = rowOf.get(id)
      const last = rows.at(-1)
      if (row === undefined || last === undefined) return
      // The last one moves into the gap.
      sketches.copyWithin(row * WORDS, (rows.length - 1) * WORDS, rows.length * WORDS)
      labels[row] = labels[rows.length - 1] ?? 0
      rows[row] = last
      rowOf.set(last, row)
      rows.pop()
      rowOf.delete(id)
    },
    candidates(query, count, label) {
      const own = new Uint32Array(WORDS)
      sketch(query, own, 0)
      const distances = new Uint16Array(rows.length)
      const at = new Uint32Array(BITS + 1) // how many stand at each distance
      for (let row = 0; row < rows.length; row++) {
        if (label !== undefined && labels[row] !== label) {
          distances[row] = BITS + 1
          continue
        }
        let distance = 0
        for (let word = 0, from = row * WORDS; word < WORDS; word++)
          distance += ones((sketches[from + word] ?? 0) ^ (own[word] ?? 0))
        distances[row] = distance
        at[distance] = (at[distance] ?? 0) + 1
      }
      let [edge, within] = [0, at[0] ?? 0]
      while (edge < BITS && within < count) within += at[++edge] ?? 0
      const near: number[] = []
      for (let row = 0; row < rows.length; row++) if ((distances[row] ?? 0) <= edge) near.push(row)
      return near
        .sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0) || (rows[a] ?? 0) - (rows[b] ?? 0))
        .slice(0, count)
        .map((row) => rows[row] ?? 0)
    },
  }
}
