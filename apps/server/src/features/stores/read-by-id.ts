import { VendorError } from '@omni/connectors/vendor-error.ts'

interface Answered<T> {
  found: T[]
  /** Those that the store does not have. What it has and nobody can read is not among them. */
  absent: string[]
}

/** Things of a store by their ids. One that cannot be read makes the whole reply unreadable, so it is asked by halves. */
export async function readById<T extends { remote_id: string }>(
  read: (input: { remote_ids: string[] }) => Promise<T[]>,
  remote_ids: string[],
): Promise<Answered<T>> {
  try {
    const found = await read({ remote_ids })
    const there = new Set(found.map(({ remote_id }) => remote_id))
    return { found, absent: remote_ids.filter((remote_id) => !there.has(remote_id)) }
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'unreadable') throw error
    if (remote_ids.length <= 1) return { found: [], absent: [] }
    const middle = Math.ceil(remote_ids.length / 2)
    const first = await readById(read, remote_ids.slice(0, middle))
    const second = await readById(read, remote_ids.slice(middle))
    return { found: [...first.found, ...second.found], absent: [...first.absent, ...second.absent] }
  }
}
