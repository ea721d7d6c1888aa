import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Tx } from '../../platform/db.ts'

/** A product by the id its supplier gave it. */
export const productBy = (tx: Tx, source: Source, source_product_id: string) =>
  tx
    .selectFrom('catalog_products')
    .selectAll()
    .where('source', '=', source)
    .where('source_product_id', '=', source_product_id)
    .executeTakeFirst()
