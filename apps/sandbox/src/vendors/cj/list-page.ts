import { CjRefusal } from './envelope.ts'

/** CJ's search does not look beyond so many records, and does not count further either. */
const LIST_CAP = 6000

/** One page of what was found; refused where it would reach beyond the end. */
export function listPage<T>(found: readonly T[], page: number, size: number, cap = LIST_CAP) {
  if (page * size > cap) throw new CjRefusal(16900403, `page * size can not be more than ${cap}`)
  const total = Math.min(found.length, cap)
  return { items: found.slice((page - 1) * size, page * size), total, pages: Math.ceil(total / size) }
}
