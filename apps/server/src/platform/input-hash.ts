import { createHash } from 'node:crypto'

/** A hash that is the same for the same input, however its keys are ordered, and counts a file by its bytes. */
export async function inputHash(input: unknown): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await canonical(input)))
    .digest('hex')
}

async function canonical(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const bytes = new Uint8Array(await value.arrayBuffer())
    return { file: createHash('sha256').update(bytes).digest('hex'), name: value instanceof File ? value.name : '' }
  }
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return Promise.all(value.map(canonical))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Promise.all(entries.map(async ([name, inner]) => [name, await canonical(inner)]))
}
