import { VendorError } from '@omni/connectors/vendor-error.ts'
import { createHash, createHmac } from 'node:crypto'
import { DEFAULT_SHIP_FROM, isSource, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from '../../../platform/ctx.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Delivery, Receiver } from '../../../platform/receive.ts'
import { refuse } from '../../../platform/refuse.ts'
import { sameBytes } from '../../../platform/secrets.ts'
import { indexProducts, markIndexDirty } from '../search/index-products.ts'
import { readRates } from '../../rates/read-rates.ts'
import { storeProduct } from './store-product.ts'
import { NO_SKU, storeQuotes, toShippingOptions } from './store-quotes.ts'
import { recordAnswer } from './supplier-state.ts'

const MAX_CAPTURES = 100
const Captures = z.object({
  captures: z
    .array(z.object({ url: z.string().max(2000), captured_at: z.coerce.date(), data: z.unknown() }))
    .max(MAX_CAPTURES),
})

/**
 * Pages of suppliers without an API, as the operator's capture agent saw them. Signed with a secret that only the
 * operator has: what comes in here is shown to every tenant. The same capture twice changes nothing.
 */
export const captures: Receiver = {
  vendor: 'captures',
  path: '/captures/:source',
  verify(ctx, { raw, headers, params }) {
    const source = params['source'] ?? ''
    const { CAPTURE_SECRET } = ctx.config
    if (CAPTURE_SECRET === '' || !readerOf(ctx, source)) refuse('not_found')
    const signature = createHmac('sha256', CAPTURE_SECRET).update(raw).digest()
    if (!sameBytes(signature, Buffer.from(headers['x-capture-signature'] ?? '', 'hex'))) refuse('forbidden')
    // The agent numbers nothing; the same bytes are the same delivery.
    return {
      delivery_id: createHash('sha256').update(source).update(raw).digest('hex'),
      topic: source,
      account_key: source,
    }
  },
  handle: takeCaptures,
}

const readerOf = (ctx: JobCtx, source: string) =>
  isSource(source) ? ctx.services.suppliers.definition(source).readCapture : undefined

async function takeCaptures(ctx: JobCtx, { topic: source, raw, inbox_id }: Delivery): Promise<void> {
  const readCapture = readerOf(ctx, source)
  const input = Captures.safeParse(parse(raw))
  if (!isSource(source) || !readCapture || !input.success) {
    ctx.log.error({ inbox_id, source }, 'captures are not as agreed')
    return
  }
  for (const capture of input.data.captures) {
    try {
      const read = readCapture(capture)
      const stored = await ctx.db.tx((tx) => storeCapture(tx, source, read, ctx.now))
      if (!stored.ok) ctx.log.warn({ inbox_id, url: capture.url, reason: stored.reason }, 'capture refused')
    } catch (error) {
      // One page that cannot be read must not keep the others of its delivery out.
      if (!(error instanceof VendorError)) throw error
      ctx.log.warn({ inbox_id, url: capture.url, err: error }, 'capture not readable')
    }
  }
  await recordAnswer(ctx.db, source, null, ctx.now)
}

type Read = ReturnType<NonNullable<ReturnType<JobCtx['services']['suppliers']['definition']>['readCapture']>>

/** A captured page into the catalogue: product, shipping ways, reviews, index. */
export async function storeCapture(tx: Tx, source: Source, { product, reviews, quotes }: Read, now: Date) {
  const rates = await readRates(tx)
  const stored = await storeProduct(tx, source, product, rates, now)
  if (!stored.ok) return stored
  const { id } = stored.value
  for (const country_code of new Set(quotes.map((quote) => quote.country_code))) {
    const options = toShippingOptions(
      quotes.filter((quote) => quote.country_code === country_code),
      rates,
    )
    await storeQuotes(
      tx,
      {
        product_id: id,
        country_code,
        ship_from: options[0]?.ship_from ?? DEFAULT_SHIP_FROM,
        sku_id: NO_SKU,
        quantity: 1,
      },
      options,
      now,
    )
  }
  await tx
    .updateTable('catalog_products')
    .set({ status: 'full' })
    .where('id', '=', id)
    .where('status', '<>', 'full')
    .execute()
  await storeReviews(tx, id, reviews)
  await indexProducts(tx, [id])
  if (stored.value.changed) await markIndexDirty(tx, now)
  return stored
}

/** In the order they came; one that is known is not written again. */
export async function storeReviews(tx: Tx, product_id: number, reviews: Read['reviews'], from = 0): Promise<void> {
  if (reviews.length === 0) return
  const rows = reviews.map((review, index) => ({
    ...review,
    feedback: review.feedback.slice(0, 5000),
    created_at: review.created_at?.toISOString() ?? null,
    position: from + index,
  }))
  await sql`
    insert into catalog_reviews (product_id, review_id, rating, feedback, name, country, images, order_info,
      created_at, position)
    select ${product_id}, r.review_id, r.rating, r.feedback, r.name, r.country,
      array(select jsonb_array_elements_text(r.images)), r.order_info, r.created_at, r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (review_id text, rating real, feedback text,
      name text, country text, images jsonb, order_info text, created_at timestamptz, position int)
    on conflict (product_id, review_id) do nothing`.execute(tx)
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
