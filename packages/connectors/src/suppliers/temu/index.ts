/**
 * Temu has no API for buyers: what we know of a product is what a person's own browser had on the page. The places and
 * names in the page's data come from public extensions and change often; nothing is verified against a schema.
 */
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { pick, pickPart, sameId } from '../capture.ts'
import { siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { toProduct, toQuotes, toReviews } from './map.ts'
import { Goods } from './schemas.ts'

const PLACES = [
  'store.goods',
  'goods',
  'rawData.store.goods',
  'rawData.goods',
  '__INITIAL_STATE__.goods',
  '__PRELOADED_STATE__.goods',
  'store',
  '',
]

const BESIDE = ['reviews', 'shipping', 'currency', 'region']

function productIdOf(address: string): string | null {
  const url = siteUrl(address, 'temu', /(^|\.)temu\.com$/)
  return url && (/-g-(\d+)\.html$/.exec(url.pathname)?.[1] ?? url.searchParams.get('goods_id'))
}

export const temu = defineSupplier({
  id: 'temu',
  name: 'Temu',
  via: 'ext',
  app: z.object({ base_url: z.string() }),
  credentials: z.null(),
  limits: { per_second: 1 },
  setup: (env) => ({ app: { base_url: env['TEMU_URL'] ?? '' } }),
  productIdOf,
  readCapture({ url, data }) {
    const part = pickPart(data, PLACES, ['goodsId', 'goodsName', 'title'])
    // Some builds of the page keep these beside the goods instead of in them.
    const beside = Object.fromEntries(
      BESIDE.map((key) => [key, pick(data, [`store.${key}`, key, `rawData.store.${key}`])]),
    )
    const read = Goods.safeParse(typeof part === 'object' && part !== null ? { ...beside, ...part } : part)
    if (!read.success)
      throw new VendorError('temu', 'invalid', `the page's data cannot be read (${read.error.message.slice(0, 200)})`)
    const id = sameId('temu', read.data.goodsId, productIdOf(url))
    return { product: toProduct(read.data, id, url), reviews: toReviews(read.data), quotes: toQuotes(read.data) }
  },
})
