import type { Tx } from '../../platform/db.ts'
import { subjectOfProduct } from '../../platform/run-subjects.ts'
import type { NewRow } from '../../platform/runs.ts'

/** A run's rows for products, in the order of their ids. */
export async function rowsOfProducts(tx: Tx, workplace_id: string, ids: readonly string[]): Promise<NewRow[]> {
  const rows = await tx
    .selectFrom('products')
    .select(['product_id', 'title', 'image'])
    .where('workplace_id', '=', workplace_id)
    .where('product_id', 'in', [...ids])
    .execute()
  const found = new Map(rows.map((row) => [row.product_id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    return row ? [{ ...subjectOfProduct(id), title: row.title, image: row.image }] : []
  })
}
