import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { ProductDetail, productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { SOURCES, type Source, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { storeCapture } from '../catalog/ingest/take-captures.ts'
import { productBy } from '../catalog/product-by.ts'
import { getSourceProduct } from './get-source-product.ts'
import { toDetail } from './to-detail.ts'

/** Whoever pastes an address wants to know what it costs now; within a minute it was just asked. */
const MAX_AGE_MS = 60_000

/**
 * A pasted address becomes a product. spec: not shown. A page that the extension captured is read for suppliers without
 * an API;
 * it is not kept for others: what one seller sends must not become what all sellers see.
 */
export async function quickScan(
  ctx: Ctx,
  { url, page, ship_to }: In<typeof productDetailCalls.quickScan>,
): Promise<Out<typeof productDetailCalls.quickScan>> {
  for (const source of SOURCES) {
    const definition = ctx.services.suppliers.definition(source)
    const product_id = definition.productIdOf(url)
    if (!product_id) continue
    if (page !== undefined && definition.readCapture)
      return { source, product_id, product: await readPage(ctx, source, url, page, ship_to) }
    const { product } = await getSourceProduct(ctx, { source, product_id, ship_to, by_seller: false }, MAX_AGE_MS)
    return { source, product_id, product }
  }
  refuse('catalog.address_unknown', {}, { field: 'url' })
}

/** Carries what was read out of a transaction that leaves nothing behind. */
class Read extends Error {
  readonly product: ProductDetail
  constructor(product: ProductDetail) {
    super('read')
    this.product = product
  }
}

/** The page goes the same way as one of the operator's, and is taken back: one way to read, and nothing kept. */
async function readPage(ctx: Ctx, source: Source, url: string, page: unknown, ship_to: string): Promise<ProductDetail> {
  const unreadable = () => refuse('catalog.page_unreadable', {}, { field: 'page' })
  try {
    return await ctx.as({}).tx(async (tx) => {
      const read = ctx.services.suppliers.definition(source).readCapture?.({ url, captured_at: ctx.now, data: page })
      const stored = read && (await storeCapture(tx, source, read, ctx.now))
      const product = stored?.ok ? await productBy(tx, source, read?.product.source_product_id ?? '') : undefined
      if (!product) throw unreadable()
      throw new Read(await toDetail(tx, ctx, product, toIsoCountry(ship_to), false))
    })
  } catch (error) {
    if (error instanceof Read) return error.product
    if (error instanceof VendorError) throw unreadable()
    throw error
  }
}
