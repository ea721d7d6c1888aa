/** Copying, pasting, clearing and filling blocks of cells: each gives one patch, so each is one undo step. */
import { cell, type Patch } from '@omni/domain/products/changes.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { type CellProblem, emptied, plainText, readCell, type SheetColumn, type SheetEnv } from './sheet-columns.ts'

export interface Place {
  row: number
  col: number
}
export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}
export interface Sheet {
  rows: readonly ProductVariant[]
  columns: readonly SheetColumn[]
  env: SheetEnv
  images: ReadonlySet<string>
}
export interface BlockEdit {
  patch: Patch
  /** Cells that took a value, changed or not. */ cells: number
  problems: { row: number; col: number; problem: CellProblem }[]
  /** What is selected afterwards. */ block: Block
}

export const blockOf = (a: Place, b: Place): Block => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.col, b.col),
  right: Math.max(a.col, b.col),
})

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

export const copyBlock = ({ rows, columns, env }: Sheet, { top, bottom, left, right }: Block): string[][] =>
  rows
    .slice(top, bottom + 1)
    .map((variant) => columns.slice(left, right + 1).map((column) => plainText(column, variant, env)))

/**
 * One cell fills the whole selection; a block that fits into the selection a whole number of times repeats; any other
 * starts at the
 * selection's first cell and ends where the sheet does. Read-only columns are passed over: a row copied whole can be
 * pasted whole.
 */
export function pasteBlock(sheet: Sheet, selection: Block, table: readonly (readonly string[])[]): BlockEdit {
  const height = table.length
  const width = Math.max(0, ...table.map((row) => row.length))
  const [tall, wide] = [selection.bottom - selection.top + 1, selection.right - selection.left + 1]
  const repeats = height > 0 && width > 0 && tall % height === 0 && wide % width === 0
  const bottom = Math.min(sheet.rows.length - 1, repeats ? selection.bottom : selection.top + height - 1)
  const right = Math.min(sheet.columns.length - 1, repeats ? selection.right : selection.left + width - 1)
  const block = { top: selection.top, left: selection.left, bottom, right }
  return write(sheet, block, (row, col) => table[(row - block.top) % height]?.[(col - block.left) % width], width > 1)
}

function write(
  { rows, columns, env, images }: Sheet,
  block: Block,
  textAt: (row: number, col: number) => string | undefined,
  passOver: boolean,
): BlockEdit {
  const edit: BlockEdit = { patch: {}, cells: 0, problems: [], block }
  const reading = { locale: env.locale, t: env.t, currency: env.costing.currency, images }
  for (const row of span(block.top, block.bottom)) {
    for (const col of span(block.left, block.right)) {
      const [variant, column, text] = [rows[row], columns[col], textAt(row, col)]
      if (!variant || !column || text === undefined) continue
      const read = readCell(column, text, reading)
      if (read.ok && column.field) {
        edit.patch[cell(variant.variant_id, column.field)] = read.value
        edit.cells += 1
      } else if (!read.ok && !(read.reason === 'read_only' && passOver))
        edit.problems.push({ row, col, problem: read.reason })
    }
  }
  return edit
}

export const typeInto = (sheet: Sheet, { row, col }: Place, text: string): BlockEdit =>
  write(sheet, { top: row, bottom: row, left: col, right: col }, () => text, false)

export function clearBlock({ rows, columns }: Sheet, block: Block): Patch {
  const patch: Patch = {}
  for (const variant of rows.slice(block.top, block.bottom + 1)) {
    for (const column of columns.slice(block.left, block.right + 1)) {
      const blank = emptied(column)
      if (column.field && blank !== undefined) patch[cell(variant.variant_id, column.field)] = blank
    }
  }
  return patch
}

/** The rows of `from` repeated over the rows of `over`, column by column; values, not texts, so nothing is rounded. */
export function fillBlock({ rows, columns }: Sheet, from: Block, over: Block): Patch {
  const patch: Patch = {}
  const height = from.bottom - from.top + 1
  for (const row of span(over.top, over.bottom)) {
    if (row >= from.top && row <= from.bottom) continue
    const offset = (((row - from.top) % height) + height) % height
    const [target, source] = [rows[row], rows[from.top + offset]]
    for (const column of columns.slice(from.left, from.right + 1)) {
      if (target && source && column.field) patch[cell(target.variant_id, column.field)] = source[column.field]
    }
  }
  return patch
}

/** Ctrl+D: the first row of the selection into the rest; of a single cell, the one above it. */
export function fillDown(sheet: Sheet, block: Block): Patch {
  if (block.top === block.bottom)
    return block.top === 0 ? {} : fillBlock(sheet, { ...block, top: block.top - 1, bottom: block.top - 1 }, block)
  return fillBlock(sheet, { ...block, bottom: block.top }, block)
}
