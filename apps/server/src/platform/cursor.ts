import { z } from 'zod'
import { refuse } from './refuse.ts'
import { hasUnstorableText } from './validation.ts'

/** What PostgreSQL reads: it knows no year 0, and no place more than 15 hours away. */
const READABLE = /^(?!0000).*(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/
/** A moment as the database writes it in JSON. */
export const Moment = z.iso.datetime({ offset: true }).regex(READABLE)

/**
 * Where a page of a list ends, for the next one to go on from: the values the list is sorted by, opaque to the caller.
 * What comes back is checked, because anybody can send anything.
 */
export const keyset = <T extends z.ZodType>(position: T) => ({
  write: (values: z.input<T>): string => Buffer.from(JSON.stringify(values)).toString('base64url'),
  read(cursor: string | undefined): z.output<T> | null {
    if (cursor === undefined) return null
    const values = decode(cursor)
    const parsed = position.safeParse(values)
    return parsed.success && !hasUnstorableText(values)
      ? parsed.data
      : refuse('invalid.cursor', {}, { field: 'cursor' })
  },
})

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
