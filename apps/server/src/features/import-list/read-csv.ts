import { parse } from 'csv-parse/sync'
import { refuse } from '../../platform/refuse.ts'

/** Of one row, in characters: a longer one is no row but a quote that never ends. */
const MAX_ROW_SIZE = 20_000
/** What a first line without an end can be looked at for its separator. */
const FIRST_LINE = 20_000

/** A table as spreadsheets write it. The header, and one row more than is taken: the rest is not read. */
export function readCsv(text: string, max_rows: number): { table: string[][]; delimiter: string } {
  // Spreadsheets of half the world separate by semicolons.
  const first = text.slice(0, FIRST_LINE).split('\n', 1)[0] ?? ''
  const count = (sign: string) => first.split(sign).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  try {
    const table = parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      delimiter,
      max_record_size: MAX_ROW_SIZE,
      to: max_rows + 2,
    }) as string[][] // without `columns` it gives lists
    return { table, delimiter }
  } catch (error) {
    refuse(
      'imports.file_unreadable',
      { detail: error instanceof Error ? error.message.slice(0, 120) : '' },
      { field: 'text' },
    )
  }
}
