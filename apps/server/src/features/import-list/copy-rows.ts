import type { Product } from '@omni/domain/products/product.ts'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import type { TextKey } from '../../platform/messages.ts'
import { emit } from '../../platform/outbox.ts'
import type { RowOutcome, Run, RunKind, RunWork } from '../../platform/runs.ts'
import { insertVariants } from '../product-center/insert-variants.ts'
import { type Loaded, loadProducts } from '../product-center/load-products.ts'
import { type Pricing, readPricing } from '../product-center/pricing.ts'
import { summarise } from '../product-center/summarise.ts'
import { undoProducts } from '../product-center/undo-products.ts'

/** A new product like another: same suppliers, its own ids. */
export async function insertLike(
  tx: Tx,
  run: Run,
  from: Loaded,
  product: Product,
  kind: 'duplicate' | 'split',
  pricing: Pricing,
  now: Date,
): Promise<string> {
  const { workplace_id, user_id } = run
  const fresh = new Map(product.variants.map(({ variant_id }) => [variant_id, randomUUID()]))
  const idOf = (id: string) => fresh.get(id) ?? id
  const copied: Product = {
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, variant_id: idOf(variant.variant_id) })),
  }
  const links = from.links
    .filter(({ variant_id }) => fresh.has(variant_id))
    .map((link) => ({ ...link, variant_id: idOf(link.variant_id) }))
  const { variants: _, images, options, ...rest } = copied
  const { product_id } = await tx
    .insertInto('products')
    .values({
      ...rest,
      images: JSON.stringify(images),
      options: JSON.stringify(options),
      workplace_id,
      currency: from.currency,
      ship_to: from.ship_to,
      source: from.source,
      source_product_id: from.source_product_id,
      seller_id: from.seller_id,
      product_link: from.product_link,
      origin_images: JSON.stringify(from.origin_images),
      status: from.status,
      watched: from.watched,
      shipping_cost: from.shipping_cost,
      ...summarise(copied, links, from, pricing),
      created_at: now,
      updated_at: now,
    })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await insertVariants(tx, workplace_id, [{ product_id, product: copied, links }])
  await tx
    .insertInto('product_changes')
    .values({
      workplace_id,
      product_id,
      revision: 1,
      change_id: product_id,
      run_id: run.run_id,
      user_id,
      kind,
      fields: '{}',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return product_id
}

type Made = { made: string[] } | { error_key: TextKey }
interface At {
  run: Run
  pricing: Pricing
  now: Date
}

/** Makes new products of each row's product as it stands now; a row whose product is gone says so. */
export const copyRows = (
  kind: RunKind,
  chunk: number,
  make: (tx: Tx, from: Loaded, at: At) => Promise<Made>,
  completed: 'products.split_completed' | 'products.duplicate_completed',
): RunWork => ({
  kind,
  chunk,
  async rows(tx, { now }, run, rows) {
    const pricing = await readPricing(tx, run.workplace_id)
    const ids = rows.map(({ subject_id }) => subject_id)
    const loaded = await loadProducts(tx, run.workplace_id, ids, true)
    const outcomes: RowOutcome[] = []
    for (const { row, subject_id } of rows) {
      const from = loaded.find(({ product_id }) => product_id === subject_id)
      const outcome: Made = from ? await make(tx, from, { run, pricing, now }) : { error_key: 'runs.product_gone' }
      outcomes.push('made' in outcome ? { row, ok: true, result: outcome } : { row, ok: false, ...outcome })
    }
    return outcomes
  },
  undo: undoProducts,
  // Sourcing spec §4: when all split or duplicate jobs are finished, a completed event is emitted.
  async finished(tx, { workplace_id, run_id, undoes }) {
    if (undoes === null) await emit(tx, completed, { workplace_id, run_id })
    await publishToWorkplace(tx, workplace_id, 'products.changed', {})
  },
})
