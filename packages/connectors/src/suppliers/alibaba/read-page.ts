import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { pick, pickPart } from '../capture.ts'
import type { Page } from './map.ts'
import { Crumbs, Inventory, Product, Reviews, Seller, Trade } from './schemas.ts'

const ROOTS = ['globalData.', 'detailData.globalData.', '__INITIAL_DATA__.globalData.', 'data.globalData.', '']
const inEvery = (part: string) => ROOTS.map((root) => root + part)

/** The parts of a captured page; without a product it is none. */
export function readPage(data: unknown): Page {
  const read = Product.safeParse(pickPart(data, [...inEvery('product'), ''], ['subject', 'title']))
  if (!read.success)
    throw new VendorError('alibaba', 'invalid', `the page's data cannot be read (${read.error.message.slice(0, 200)})`)
  const side = <T extends z.ZodType>(schema: T, ...parts: string[]): z.output<T> | null =>
    schema.safeParse(pick(data, parts.flatMap(inEvery))).data ?? null
  return {
    product: read.data,
    seller: side(Seller, 'seller'),
    trade: side(Trade, 'trade'),
    reviews: side(Reviews, 'review.productReview', 'review', 'reviews'),
    inventory: side(Inventory, 'inventory'),
    crumbs: side(Crumbs, 'seo.breadCrumb.pathList'),
  }
}
