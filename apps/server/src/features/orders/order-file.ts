import {
  MAX_TABLE_ORDERS,
  MAX_TABLE_ROWS,
  readOrderTable,
  type TableOrder,
  type TableProblem,
} from '@omni/domain/orders/order-table.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { say, type TextKey } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { readCsv } from '../import-list/read-csv.ts'
import { productSettings } from '../product-settings/settings.ts'
import { SOLD, type SoldVariant } from './insert-manual-order.ts'

const SAYS: Record<TableProblem, TextKey> = {
  no_number: 'orders.file_no_number',
  no_sku: 'orders.file_no_sku',
  quantity: 'orders.file_quantity',
  price: 'orders.file_price',
  country: 'orders.file_country',
  currency: 'orders.file_currency',
  too_many_lines: 'orders.file_too_many_lines',
  two_currencies: 'orders.file_two_currencies',
}
const UNKNOWN_SKU: TextKey = 'orders.file_unknown_sku'

export interface JudgedOrder {
  order: TableOrder
  variants: Map<string, SoldVariant>
  will: 'create' | 'skip' | 'fail'
  problems: { line: number; message: string }[]
}

export const sumsOf = (judged: readonly JudgedOrder[]) => {
  const count = (will: JudgedOrder['will']) => judged.filter((one) => one.will === will).length
  return { will_create: count('create'), will_skip: count('skip'), will_fail: count('fail') }
}

/** What each order of a file would become. A SKU that several variants have is nobody's. */
export async function judgeFile(
  ctx: Ctx,
  tx: Tx,
  text: string,
): Promise<{ judged: JudgedOrder[]; ignored_columns: string[] }> {
  const { table, delimiter } = readCsv(text, MAX_TABLE_ROWS)
  const [header = [], ...rows] = table
  if (rows.length > MAX_TABLE_ROWS) refuse('imports.too_many_rows', { max: MAX_TABLE_ROWS }, { field: 'text' })
  const { currency } = (await productSettings(tx, ctx.workplace_id)).selling_price
  const read = readOrderTable(header, rows, { currency, sign: delimiter === ';' ? ',' : '.' })
  if (read.missing_columns.length > 0)
    refuse('orders.file_columns', { columns: read.missing_columns.join(', ') }, { field: 'text' })
  if (read.orders.length > MAX_TABLE_ORDERS)
    refuse('orders.file_too_large', { max: MAX_TABLE_ORDERS }, { field: 'text' })
  const variants = await variantsBySku(
    tx,
    ctx.workplace_id,
    read.orders.flatMap(({ lines }) => lines.map(({ sku }) => sku)),
  )
  const known = await knownNumbers(
    tx,
    ctx.workplace_id,
    read.orders.map(({ number }) => number),
  )
  const judged = read.orders.map((order): JudgedOrder => {
    const problems = [
      ...order.problems.map(({ line, says }) => ({ line, key: SAYS[says], sku: '' })),
      ...order.lines.filter(({ sku }) => !variants.has(sku)).map(({ line, sku }) => ({ line, key: UNKNOWN_SKU, sku })),
    ].map(({ line, key, sku }) => ({ line, message: say(ctx.language, key, { sku }) }))
    const will = known.has(order.number) ? 'skip' : problems.length > 0 ? 'fail' : 'create'
    return { order, variants, will, problems: will === 'skip' ? [] : problems }
  })
  return { judged, ignored_columns: read.ignored_columns }
}

async function variantsBySku(tx: Tx, workplace_id: string, skus: readonly string[]): Promise<Map<string, SoldVariant>> {
  const { rows } = await sql<SoldVariant>`${SOLD} where v.workplace_id = ${workplace_id} and p.deleted_at is null
    and v.sku <> '' and v.sku = any(${[...new Set(skus)]}::text[])`.execute(tx)
  const found = Map.groupBy(rows, ({ sku }) => sku)
  return new Map([...found].flatMap(([sku, [only, ...others]]) => (only && others.length === 0 ? [[sku, only]] : [])))
}

async function knownNumbers(tx: Tx, workplace_id: string, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select number from orders where workplace_id = ${workplace_id} and channel = 'manual'
      and number = any(${[...numbers]}::text[])`.execute(tx)
  return new Set(rows.map(({ number }) => number))
}
