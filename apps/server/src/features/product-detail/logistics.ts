import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { findCountry } from '@omni/domain/countries.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { productBy } from '../catalog/product-by.ts'
import { asking } from '../catalog/ingest/supplier-state.ts'
import { freshProduct } from './fresh-product.ts'
import { type Asked, quoteFor } from './quote-for.ts'

type Reply = Out<typeof productDetailCalls.getProductLogistics>
const PROCESSING = '1-3' // sourcing spec §2: processing 1-3 business days

export const getProductLogistics = (
  ctx: Ctx,
  { source, id, ...asked }: In<typeof productDetailCalls.getProductLogistics>,
) => logistics(ctx, source, id, asked)

export const getAliexpressLogistics = (
  ctx: Ctx,
  { product_id, ...asked }: In<typeof productDetailCalls.getAliexpressLogistics>,
) => logistics(ctx, 'aliexpress', product_id, asked)

export const getSourceLogistics = (
  ctx: Ctx,
  { source, product_id, country_code, ship_from }: In<typeof productDetailCalls.getSourceLogistics>,
) => logistics(ctx, source, product_id, { country_code, ship_from, quantity: 1, sku_id: undefined })

async function logistics(
  ctx: Ctx,
  source: Source,
  product_id: string,
  asked: Partial<Asked> & Pick<Asked, 'country_code' | 'quantity'>,
): Promise<Reply> {
  const country_code = toIsoCountry(asked.country_code)
  if (!findCountry(country_code)) refuse('catalog.country_unknown', {}, { field: 'country_code' })
  const { product } = await freshProduct(ctx, source, product_id)
  const { ways, quoted_at, stale } = await quoteFor(ctx, product, {
    ...asked,
    country_code,
    ship_from: asked.ship_from && toIsoCountry(asked.ship_from),
    sku_id: asked.sku_id || undefined,
  })
  const fastest = Math.min(...ways.map((way) => way.max_days ?? Number.POSITIVE_INFINITY))
  return {
    logistics: ways.map((way, index) => ({
      service_name: way.service_name,
      amount: way.amount,
      currency: 'USD',
      processing_time: PROCESSING,
      delivery_time:
        way.min_days === null && way.max_days === null
          ? ''
          : way.min_days === way.max_days
            ? `${way.max_days}`
            : `${way.min_days ?? way.max_days}-${way.max_days ?? way.min_days}`,
      min_days: way.min_days,
      max_days: way.max_days,
      ship_from: way.ship_from,
      tracked: way.tracked,
      cheapest: index === 0,
      fastest: way.max_days !== null && way.max_days === fastest,
    })),
    ships: ways.length > 0,
    data_at: quoted_at,
    stale,
  }
}

/** Stock by warehouse country; when CJ cannot be asked, what the variants said last. */
export async function getCjInventory(
  ctx: Ctx,
  { id }: In<typeof productDetailCalls.getCjInventory>,
): Promise<Out<typeof productDetailCalls.getCjInventory>> {
  const product = await ctx.db.read((tx) => productBy(tx, 'cj', id))
  if (!product) refuse('not_found')
  const stock = ctx.services.suppliers.shared.cj?.logistics?.stock
  try {
    if (!stock) throw new VendorError('cj', 'unavailable', 'not set up here')
    return {
      inventory: await asking(ctx, 'cj', () => stock({ product_id: id })),
      data_at: ctx.now.toISOString(),
      stale: false,
    }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const variants = await ctx.db.read((tx) =>
      tx.selectFrom('catalog_variants').select(['sku_id', 'quantity']).where('product_id', '=', product.id).execute(),
    )
    return {
      inventory: variants.map(({ sku_id, quantity }) => ({
        sku_id,
        country_code: product.ship_froms[0] ?? 'CN',
        quantity: quantity ?? 0,
      })),
      data_at: product.seen_at,
      stale: true,
    }
  }
}
