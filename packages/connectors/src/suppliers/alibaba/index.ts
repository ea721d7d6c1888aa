/**
 * Alibaba is read as a person's own browser had the page: there is no API for small buyers. The names in the page's
 * data
 * are our own reading of pages; nothing is verified against a schema. Its prices are those of the smallest order.
 */
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { pick, pickPart, sameId } from '../capture.ts'
import { siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { type Page, toProduct, toQuotes, toReviews } from './map.ts'
import { Product, Reviews, Seller, Trade } from './schemas.ts'

const ROOTS = ['globalData.', 'detailData.globalData.', '__INITIAL_DATA__.globalData.', 'data.globalData.', '']
const inEvery = (part: string) => ROOTS.map((root) => root + part)

function productIdOf(address: string): string | null {
  const url = siteUrl(address, 'alibaba', /(^|\.)alibaba\.com$/)
  return url && (/_(\d{6,})\.html$/.exec(url.pathname)?.[1] ?? null)
}

function readPage(data: unknown): Page {
  const read = Product.safeParse(pickPart(data, [...inEvery('product'), ''], ['subject', 'title']))
  if (!read.success)
    throw new VendorError('alibaba', 'invalid', `the page's data cannot be read (${read.error.message.slice(0, 200)})`)
  const side = <T extends z.ZodType>(schema: T, part: string): z.output<T> | null =>
    schema.safeParse(pick(data, inEvery(part))).data ?? null
  return {
    product: read.data,
    seller: side(Seller, 'seller'),
    trade: side(Trade, 'trade'),
    reviews: side(Reviews, 'review') ?? side(Reviews, 'reviews'),
  }
}

export const alibaba = defineSupplier({
  id: 'alibaba',
  name: 'Alibaba',
  via: 'ext',
  app: z.object({ base_url: z.string() }),
  credentials: z.null(),
  limits: { per_second: 1 },
  setup: (env) => ({ app: { base_url: env['ALIBABA_URL'] ?? '' } }),
  productIdOf,
  readCapture({ url, data }) {
    const page = readPage(data)
    const id = sameId('alibaba', page.product.productId ?? page.product.id, productIdOf(url))
    return { product: toProduct(page, id, url), reviews: toReviews(page), quotes: toQuotes(page) }
  },
})
