import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { type Source, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { findCountry } from '@omni/domain/countries.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { freshProduct } from './fresh-product.ts'
import { quoteFor, type QuoteRequest } from './quote-for.ts'

type Reply = Out<typeof productDetailCalls.getProductLogistics>

const PROCESSING = '1-3' // sourcing spec §2: processing 1-3 business days

async function logistics(
  ctx: Ctx,
  source: Source,
  product_id: string,
  request: Partial<QuoteRequest> & Pick<QuoteRequest, 'country_code' | 'quantity'>,
): Promise<Reply> {
  const country_code = toIsoCountry(request.country_code)
  if (!findCountry(country_code)) refuse('catalog.country_unknown', {}, { field: 'country_code' })
  const { product } = await freshProduct(ctx, source, product_id)
  const { options, quoted_at, stale } = await quoteFor(ctx, product, {
    ...request,
    country_code,
    ship_from: request.ship_from && toIsoCountry(request.ship_from),
    sku_id: request.sku_id || undefined,
  })
  const fastest = Math.min(...options.map((option) => option.max_days ?? Number.POSITIVE_INFINITY))
  return {
    logistics: options.map((option, index) => ({
      service_name: option.service_name,
      amount: option.amount,
      currency: 'USD',
      processing_time: PROCESSING,
      delivery_time:
        option.min_days === null && option.max_days === null
          ? ''
          : option.min_days === option.max_days
            ? `${option.max_days}`
            : `${option.min_days ?? option.max_days}-${option.max_days ?? option.min_days}`,
      min_days: option.min_days,
      max_days: option.max_days,
      ship_from: option.ship_from,
      tracked: option.tracked,
      cheapest: index === 0,
      fastest: option.max_days !== null && option.max_days === fastest,
    })),
    ships: options.length > 0,
    data_at: quoted_at,
    stale,
  }
}

export const getProductLogistics = (
  ctx: Ctx,
  { source, id, ...request }: In<typeof productDetailCalls.getProductLogistics>,
) => logistics(ctx, source, id, request)

export const getSourceLogistics = (
  ctx: Ctx,
  { source, product_id, country_code, ship_from }: In<typeof productDetailCalls.getSourceLogistics>,
) => logistics(ctx, source, product_id, { country_code, ship_from, quantity: 1, sku_id: undefined })

export const getAliexpressLogistics = (
  ctx: Ctx,
  { product_id, ...request }: In<typeof productDetailCalls.getAliexpressLogistics>,
) => logistics(ctx, 'aliexpress', product_id, request)
