import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../frame/refusal.ts'
import { refuse, success } from './envelope.ts'
import { shopOf } from './guard.ts'
import { skuNumber } from './ids.ts'
import { readInput } from './product-input.ts'
import { changeProduct, findProduct, mustBeThere, submit } from './products.ts'
import { warehousesOf } from './shops.ts'
import type { ProductRow, Shop, SkuRow, TikTokWorld } from './tables.ts'

const PATH = '/product/202309/products'
const at = (endpoint: string) => ({ config: { endpoint } })
const MOST_IDS = 20

const Prices = z.object({
  skus: z
    .array(
      z.object({
        id: z.string(),
        price: z.object({ amount: z.string(), currency: z.string() }),
        list_price: z.object({ amount: z.string(), currency: z.string() }).optional(),
      }),
    )
    .min(1),
})
const Stock = z.object({
  skus: z
    .array(
      z.object({
        id: z.string(),
        inventory: z.array(z.object({ warehouse_id: z.string().optional(), quantity: z.number().int() })).min(1),
      }),
    )
    .min(1),
})
const Ids = z.object({ product_ids: z.array(z.string()).min(1) })

function mustBeLive(row: ProductRow) {
  mustBeThere(row)
  if (row.status !== 'ACTIVATE') throw refuse(12019113, 'product status is invalid')
}

/** Live at once, and in the version that waits for its review too. */
async function changeSkus(world: TikTokWorld, row: ProductRow, field: string, change: (sku: SkuRow) => SkuRow) {
  await changeProduct(world, row, 'app', [field], ({ body, review }) => ({
    body: { ...body, skus: body.skus.map(change) },
    ...(review && { review: { ...review, skus: review.skus.map(change) } }),
  }))
}

async function updatePrices(world: TikTokWorld, shop: Shop, row: ProductRow, given: unknown) {
  const { skus } = readInput(Prices, given)
  mustBeLive(row)
  const wanted = new Map(skus.map((one) => [skuNumber(row.id, one.id), one]))
  if ([...wanted.keys()].some((no) => !row.body.skus.some((sku) => sku.no === no)))
    throw refuse(12052557, 'The SKU ID does not belong to the product.')
  for (const { price } of skus) {
    if (price.currency !== shop.currency)
      throw refuse(12052084, 'The provided currency is not available for this shop/region.')
    if (!(Number(price.amount) > 0)) throw refuse(12052073, 'The product price is invalid')
  }
  await changeSkus(world, row, 'price', (sku) => {
    const one = wanted.get(sku.no)
    if (!one) return sku
    const list =
      one.list_price && Number(one.list_price.amount) >= Number(one.price.amount) ? one.list_price.amount : null
    return { ...sku, price: one.price.amount, list_price: list }
  })
  return success()
}

/** One SKU that is refused does not hold up the others; the reply is a success that names it. */
async function updateStock(world: TikTokWorld, shop: Shop, row: ProductRow, given: unknown) {
  const { skus } = readInput(Stock, given)
  mustBeLive(row)
  const own = new Set(warehousesOf(shop).map(({ id }) => id))
  const errors: object[] = []
  const wanted = new Map<number, SkuRow['inventory']>()
  for (const { id, inventory } of skus) {
    const no = skuNumber(row.id, id)
    const sku = row.body.skus.find((one) => one.no === no)
    const [only] = sku?.inventory ?? []
    const named = inventory.map((one) => ({ ...one, warehouse_id: one.warehouse_id ?? only?.warehouse_id ?? '' }))
    const fail = (code: number, message: string, warehouse_id = named[0]?.warehouse_id) =>
      errors.push({
        code: 12052990,
        message: 'Check failed',
        detail: { sku_id: id, extra_errors: [{ warehouse_id, code, message }] },
      })
    const unknown = named.find(({ warehouse_id }) => !own.has(warehouse_id))
    const missing = sku?.inventory.find(({ warehouse_id }) => !named.some((one) => one.warehouse_id === warehouse_id))
    if (!sku) fail(12052557, 'The SKU ID does not belong to the product.')
    else if (unknown) fail(12052097, 'The warehouse does not exist', unknown.warehouse_id)
    else if (missing) fail(12019028, 'Multiple warehouses detected. Include all warehouse IDs.', missing.warehouse_id)
    else if (named.some(({ quantity }) => quantity < 0 || quantity > 99_999))
      fail(12052055, 'The SKU inventory quantity for the warehouse must be within allowed limits.')
    else wanted.set(no, named)
  }
  if (wanted.size > 0)
    await changeSkus(world, row, 'inventory', (sku) => ({ ...sku, inventory: wanted.get(sku.no) ?? sku.inventory }))
  return success(errors.length > 0 ? { errors } : {})
}

/** A list of products, each with an answer of its own. */
async function each(
  world: TikTokWorld,
  shop: Shop,
  given: unknown,
  run: (row: ProductRow) => Promise<unknown>,
): Promise<object> {
  const { product_ids } = readInput(Ids, given)
  if (product_ids.length > MOST_IDS) throw refuse(12019120, 'The number of provided product IDs exceeds the limit.')
  const errors: object[] = []
  for (const product_id of product_ids) {
    try {
      await run(await findProduct(world, shop, product_id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message } = error.reply.body as { code: number; message: string } // as `refuse` writes it
      errors.push({ code, message, detail: { product_id } })
    }
  }
  return success(errors.length > 0 ? { errors } : {})
}

const notNow = () => refuse(12052901, 'The product in its current status is not available for this operation.')

export function skuRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.post<{ Params: { id: string } }>(`${PATH}/:id/prices/update`, at('products.prices'), async (request) => {
    const shop = await shopOf(world, request)
    return updatePrices(world, shop, await findProduct(world, shop, request.params.id), request.body)
  })
  app.post<{ Params: { id: string } }>(`${PATH}/:id/inventory/update`, at('products.inventory'), async (request) => {
    const shop = await shopOf(world, request)
    return updateStock(world, shop, await findProduct(world, shop, request.params.id), request.body)
  })
  app.post(`${PATH}/activate`, at('products.activate'), async (request) => {
    const shop = await shopOf(world, request)
    return each(world, shop, request.body, (row) => {
      mustBeThere(row)
      if (!['SELLER_DEACTIVATED', 'PLATFORM_DEACTIVATED'].includes(row.status)) throw notNow()
      return changeProduct(world, row, 'app', ['status'], (now) =>
        submit(world, shop, { ...now, status: 'DRAFT' }, now.body),
      )
    })
  })
  app.post(`${PATH}/deactivate`, at('products.deactivate'), async (request) => {
    const shop = await shopOf(world, request)
    return each(world, shop, request.body, (row) => {
      mustBeThere(row)
      if (row.status !== 'ACTIVATE') throw notNow()
      return changeProduct(world, row, 'app', ['status'], ({ review, body }) => ({
        status: 'SELLER_DEACTIVATED',
        body: review ?? body,
        review: null,
        review_at: null,
      }))
    })
  })
  app.delete(PATH, at('products.delete'), async (request) => {
    const shop = await shopOf(world, request)
    return each(world, shop, request.body, (row) => {
      if (row.status === 'DELETED') throw refuse(12052032, 'The product does not exist')
      if (row.status === 'FREEZE') throw notNow()
      return changeProduct(world, row, 'app', ['deleted'], () => ({ status: 'DELETED', review: null, review_at: null }))
    })
  })
}
