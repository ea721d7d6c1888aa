/** Rows of a pasted list or a file between "check" and "import". Pure. */
import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'

export type Preview = Out<typeof importListCalls.previewImport>
export type ImportRow = Preview['rows'][number]
type Wanted = CallInput<typeof importListCalls.runImport>['rows'][number]

const RANK: Record<ImportRow['will'], number> = { fail: 0, skip: 1, fetch: 2, import: 3 }

/** What needs a hand stands first. */
export const failedFirst = (rows: readonly ImportRow[]): ImportRow[] =>
  rows.toSorted((a, b) => RANK[a.will] - RANK[b.will] || a.line - b.line)

export function countRows(rows: readonly ImportRow[]): Record<ImportRow['will'], number> {
  const counts = { import: 0, fetch: 0, skip: 0, fail: 0 }
  for (const { will } of rows) counts[will]++
  return counts
}

/** A corrected row takes the new answer, and keeps its line and what its file said of title, price and tags. */
export function corrected(
  rows: readonly ImportRow[],
  line: number,
  text: string,
  answer: ImportRow | undefined,
): ImportRow[] {
  return rows.map((row) => {
    if (row.line !== line || !answer) return row
    const twice = rows.some(
      (other) =>
        other.line !== line &&
        other.will !== 'fail' &&
        other.product_id !== null &&
        other.product_id === answer.product_id &&
        other.source === answer.source,
    )
    return {
      ...answer,
      line,
      text,
      changes: row.changes,
      ...(twice && answer.will !== 'fail' ? { will: 'skip' as const } : {}),
    }
  })
}

/** Only what can be imported, with what the file says instead of the supplier. */
export const toRun = (rows: readonly ImportRow[]): Wanted[] =>
  rows.flatMap(({ will, line, source, product_id, changes: { title, price, tags, variants } }) =>
    (will === 'import' || will === 'fetch') && source && product_id
      ? [
          {
            line,
            source,
            product_id,
            ...(title ? { title } : {}),
            ...(price === null ? {} : { price }),
            ...(tags.length > 0 ? { tags } : {}),
            ...(variants.length > 0 ? { variants } : {}),
          },
        ]
      : [],
  )

/** Lines with something on them. */
export const countLines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length
