import { createHash } from 'node:crypto'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** A hash that is the same for the same input, however its keys are ordered, and counts a file by its bytes. */
export async function inputHash(input: unknown): Promise<string> {
  const files = new Map<Blob, string>()
  for (const file of filesIn(input)) files.set(file, sha256(new Uint8Array(await file.arrayBuffer())))
  return sha256(JSON.stringify(canonical(input, files)))
}

function filesIn(value: unknown): Blob[] {
  if (value instanceof Blob) return [value]
  if (value === null || typeof value !== 'object' || value instanceof Date) return []
  return Object.values(value).flatMap(filesIn)
}

function canonical(value: unknown, files: ReadonlyMap<Blob, string>): unknown {
  if (value instanceof Blob) return { file: files.get(value), name: value instanceof File ? value.name : '' }
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((inner) => canonical(inner, files))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, canonical(inner, files)])
}
