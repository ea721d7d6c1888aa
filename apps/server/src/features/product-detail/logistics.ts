import type { Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { type Source, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { findCountry } from '@omni/domain/countries.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { freshProduct } from './fresh-product.ts'
import { type Asked, quoteFor } from './quote-for.ts'

type Reply = Out<typeof productDetailCalls.getProductLogistics>

const PROCESSING = '1-3' // sourcing spec §2: processing 1-3 business days

export async function logistics(
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
