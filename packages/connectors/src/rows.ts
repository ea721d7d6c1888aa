/**
 * A vendor's list, row by row: one row that cannot be read does not cost the others. What was left out is counted while
 * `countingUnread` runs (open-vendor.ts), and the operator sees it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { VendorError } from './vendor-error.ts'

/** What could not be read. */
export interface Unread {
  rows: number
  /** Of them, those that stood for something of their own: without them a list shows less than there is. */
  missing: number
  /** Where the first one failed. No values: they are people's. */
  example: string
}

const counts = new AsyncLocalStorage<Unread>()

export async function countingUnread<R>(run: () => Promise<R>): Promise<{ value: R; unread: Unread }> {
  const unread: Unread = { rows: 0, missing: 0, example: '' }
  return { value: await counts.run(unread, run), unread }
}

function leaveOut(unread: Unread, example: string, missing: number): void {
  unread.rows++
  unread.missing += missing
  unread.example ||= example
}
function placeOf({ issues: [issue] }: Pick<z.ZodError, 'issues'>): string {
  // Of several shapes the last is the one that was meant.
  if (issue?.code === 'invalid_union') return placeOf({ issues: issue.errors.at(-1) ?? [] })
  return `${issue?.path.join('.') ?? ''}: ${issue?.code ?? ''}`
}

const lengths = new WeakMap<object, number>()
/** How long a list of `rows` was at the vendor: a page is full by what was sent, not by what could be read. */
export const sentLength = (list: readonly unknown[]): number => lengths.get(list) ?? list.length

/** Something of a page that takes a call of its own: unreadable, it is left out as a row is. */
export async function orLeftOut<T>(read: () => Promise<T>): Promise<T[]> {
  try {
    return [await read()]
  } catch (error) {
    const unread = counts.getStore()
    if (!unread || !(error instanceof VendorError) || error.kind !== 'unreadable') throw error
    leaveOut(unread, 'its own reply', 1)
    return []
  }
}

/** As `rows`, with those that could not be read beside them. */
export const rowsAndRest = <T extends z.ZodType>(row: T) =>
  z.array(z.unknown()).transform((all, context) => {
    const rest: unknown[] = []
    const items = all.flatMap((one, at): z.output<T>[] => {
      const { success, data, error } = row.safeParse(one)
      if (success) return [data]
      rest.push(one)
      const unread = counts.getStore()
      if (unread) leaveOut(unread, placeOf(error), 1)
      else
        for (const { message, path } of error.issues) context.addIssue({ code: 'custom', message, path: [at, ...path] })
      return []
    })
    lengths.set(items, all.length)
    return { items, rest }
  })

/** Orders, products, parcels: where nobody counts what is left out, one that cannot be read makes the reply unreadable. */
export const rows = <T extends z.ZodType>(row: T) => rowsAndRest(row).transform(({ items }) => items)

/** The same, where no list at all is an empty one. */
export const listed = <T extends z.ZodType>(row: T) =>
  rows(row)
    .nullish()
    .transform((all) => all ?? [])

/**
 * Services, categories, brands: what one may choose from. A row that cannot be read is not offered, and that is all; where
 * none of them can be read the list is of another form, and nothing is not the answer.
 */
export const choices = <T extends z.ZodType>(row: T) =>
  z
    .array(z.unknown())
    .nullish()
    .transform((all, context): z.output<T>[] => {
      const failed: z.ZodError[] = []
      const items = (all ?? []).flatMap((one) => {
        const { success, data, error } = row.safeParse(one)
        if (success) return [data]
        failed.push(error)
        return []
      })
      lengths.set(items, all?.length ?? 0)
      const [first] = failed
      if (!first) return items
      if (items.length === 0) context.addIssue({ code: 'custom', message: `not one can be read (${placeOf(first)})` })
      const unread = counts.getStore()
      if (unread) for (const error of failed) leaveOut(unread, placeOf(error), 0)
      return items
    })

/** Tags, notes, issues: pieces that a row can do without. Absent, null and something else altogether are no pieces. */
export const parts = <T extends z.ZodType>(part: T) =>
  z
    .unknown()
    .optional()
    .transform((all): z.output<T>[] => {
      if (all === undefined || all === null) return []
      const unread = counts.getStore()
      const list = z.array(z.unknown()).safeParse(all)
      if (!list.success) {
        if (unread) leaveOut(unread, placeOf(list.error), 0)
        return []
      }
      return list.data.flatMap((one) => {
        const read = part.safeParse(one)
        if (read.success) return [read.data]
        if (unread) leaveOut(unread, placeOf(read.error), 0)
        return []
      })
    })
