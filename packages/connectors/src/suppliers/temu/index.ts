/**
 * Temu has no API for buyers: what we know of a product is what a person's own browser had on the page. The places in
 * the page's data come from public readers (paths.ts names them) and change often; there is no schema.
 */
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { pick, pickPart, sameId } from '../capture.ts'
import { countryCodeOf } from '../options.ts'
import { siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { toProduct, toQuotes, toReviews } from './map.ts'
import { PATHS, STORES } from './paths.ts'
import { Page, Shipping } from './schemas.ts'

function productIdOf(address: string): string | null {
  const url = siteUrl(address, 'temu', /(^|\.)temu\.com$/)
  return url && (/-g-(\d+)\.html$/.exec(url.pathname)?.[1] ?? url.searchParams.get('goods_id'))
}

/** The first part of an address sets the country of the shop: /us/…, /de/…, /jp-zh-Hans/… */
function regionOf(address: string): string | undefined {
  const parts = URL.parse(address)?.pathname.split('/').filter(Boolean) ?? []
  return parts.map((part) => /^([a-z]{2})(?:-[A-Za-z-]+)?$/.exec(part)?.[1]).find((code) => code !== undefined)
}

export const temu = defineSupplier({
  id: 'temu',
  name: 'Temu',
  proved: { captures: ['clients'] },
  badge: { colour: '#E8590C', glyph: 'M6 7h8M10 7v7M7.5 10.5h5' },
  bought_by_extension: true,
  settings: { TEMU_URL: { default: 'https://www.temu.com', sandbox: '{sandbox}/temu' } },
  via: 'ext',
  app: z.object({ base_url: z.string() }),
  credentials: z.null(),
  limits: { per_second: 1 },
  setup: (env) => ({ app: { base_url: env['TEMU_URL'] ?? '' } }),
  productIdOf,
  readCapture({ url, data }) {
    const store = pickPart(data, STORES, ['goods.goodsName', 'goods.title', 'goodsName', 'title'])
    const found = Object.fromEntries(Object.entries(PATHS).map(([field, paths]) => [field, pick(store, paths)]))
    const read = Page.safeParse(found)
    if (!read.success)
      throw new VendorError('temu', 'invalid', `the page's data cannot be read (${read.error.message.slice(0, 200)})`)
    // The state names the country by its code, or by a number of Temu's own.
    const region = countryCodeOf(read.data.region ?? '') ?? countryCodeOf(regionOf(url) ?? '')
    const page = { ...read.data, region, shipping: Shipping.parse(pick(data, ['shipping', 'store.shipping'])) }
    const id = sameId('temu', page.goodsId, productIdOf(url))
    return { product: toProduct(page, id, url), reviews: toReviews(page), quotes: toQuotes(page) }
  },
})
