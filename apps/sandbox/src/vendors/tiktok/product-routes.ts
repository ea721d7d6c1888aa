import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { checkVersion } from './categories.ts'
import { mayName } from './details.ts'
import { refuse, requestId, success } from './envelope.ts'
import { shopOf } from './guard.ts'
import { productId, skuId } from './ids.ts'
import { checkBody, CreateInput, EditInput, readInput, readSkus } from './product-input.ts'
import { changedFields, changeProduct, findProduct, mustBeThere, reviewDue, second, submit } from './products.ts'
import { showFound, showProduct } from './show.ts'
import type { ProductBody, ProductRow, Shop, TikTokWorld } from './tables.ts'
import { announce, announceContent } from './webhooks.ts'

const PATH = '/product/202309/products'
const MOST_FOUND = 10_000
const at = (endpoint: string) => ({ config: { endpoint } })

const Search = z.object({
  status: z.string().default('ALL'),
  seller_skus: z.array(z.string()).optional(),
  create_time_ge: z.number().optional(),
  create_time_le: z.number().optional(),
  update_time_ge: z.number().optional(),
  update_time_le: z.number().optional(),
})
const Page = z.object({ page_size: z.coerce.number().int(), page_token: z.string().optional() })

/** What a create and an edit answer. */
const answer = (row: ProductRow, body: ProductBody, warnings: { message: string }[] = []) =>
  success({
    product_id: productId(row.id),
    skus: body.skus.map((sku) => ({
      id: skuId(row.id, sku.no),
      seller_sku: sku.seller_sku,
      external_sku_id: sku.external_sku_id,
      sales_attributes: sku.sales_attributes.map(({ id, value_id }) => ({ id, value_id })),
    })),
    ...(warnings.length > 0 && { warnings }),
  })

async function create(world: TikTokWorld, shop: Shop, given: unknown) {
  const input = readInput(CreateInput, given)
  checkVersion(shop, input.category_version)
  const { idempotency_key, external_product_id: key = null } = input
  if (idempotency_key !== undefined) {
    const first = await world.db
      .selectFrom('idempotency')
      .innerJoin('products', 'products.id', 'idempotency.product_id')
      .selectAll('products')
      .where('idempotency.shop', '=', shop.id)
      .where('idempotency.key', '=', idempotency_key)
      .executeTakeFirst()
    if (first) return answer(first, first.body)
  }
  const start = { skus: [], next_no: 1 }
  const empty: ProductBody = {
    title: input.title ?? '',
    description: input.description ?? '',
    category_id: input.category_id ?? '',
    main_images: (input.main_images ?? []).map(({ uri }) => uri),
    product_attributes: input.product_attributes ?? [],
    brand_id: mayName(input.brand_id) ? (input.brand_id ?? null) : null,
    size_chart: input.size_chart?.template.id ?? null,
    manufacturer_ids: input.manufacturer_ids ?? [],
    responsible_person_ids: input.responsible_person_ids ?? [],
    package_weight: input.package_weight ?? { value: '', unit: 'KILOGRAM' },
    package_dimensions: input.package_dimensions ?? null,
    ...start,
  }
  const body = { ...empty, ...readSkus(shop, 0, input.skus ?? [], start) }
  await checkBody(world, shop, body)
  const listed = input.save_mode === 'LISTING'
  const now = second(world.now())
  const row = await world.db.transaction().execute(async (tx) => {
    // One create of a shop after the other: the limit of a day is counted.
    await sql`select pg_advisory_xact_lock(hashtext(${`tiktok ${shop.id}`}))`.execute(tx)
    const { today } = await tx
      .selectFrom('created')
      .select((eb) => eb.fn.countAll<number>().as('today'))
      .where('shop', '=', shop.id)
      .where('at', '>=', new Date(new Date(world.now()).setUTCHours(0, 0, 0, 0)))
      .executeTakeFirstOrThrow()
    if (Number(today) >= shop.daily_limit) throw refuse(12052093, 'Exceeded the product listing limit for the seller.')
    if (key !== null) {
      const same = await tx
        .selectFrom('products')
        .select('id')
        .where('shop', '=', shop.id)
        .where('key', '=', key)
        .where('status', '<>', 'DELETED')
        .executeTakeFirst()
      if (same) throw refuse(12052996, 'external_id duplicated')
    }
    const waits = listed && shop.review_s > 0
    const made = await tx
      .insertInto('products')
      .values({
        shop: shop.id,
        key,
        status: !listed ? 'DRAFT' : waits ? 'PENDING' : 'ACTIVATE',
        body: JSON.stringify(body),
        review: null,
        review_at: waits ? new Date(world.now().getTime() + shop.review_s * 1000) : null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (idempotency_key !== undefined)
      await tx.insertInto('idempotency').values({ shop: shop.id, key: idempotency_key, product_id: made.id }).execute()
    const entry = { product_id: made.id, shop: shop.id, key, request_id: requestId(), at: world.now() }
    await tx.insertInto('created').values(entry).execute()
    return made
  })
  await announce(world, shop, 'PRODUCT_CREATION', { product_id: productId(row.id), product_types: [] })
  const warnings = [
    ...(input.brand_id && !mayName(input.brand_id)
      ? [{ message: `The [brand_id]:${input.brand_id} field is incorrect and has been cleared.` }]
      : []),
    ...(shop.warns ? [{ message: 'The [description] field was changed by the system. You can edit it later.' }] : []),
  ]
  return answer(row, body, warnings)
}

/** Each property that is sent replaces the whole of it; what is left out stays. */
async function edit(world: TikTokWorld, shop: Shop, id: string, given: unknown) {
  const input = readInput(EditInput, given)
  if (input.category_id !== undefined) checkVersion(shop, input.category_version)
  const row = await findProduct(world, shop, id)
  mustBeThere(row)
  const asDraft = input.save_mode === 'AS_DRAFT'
  if (asDraft && row.status !== 'DRAFT')
    throw refuse(12052901, 'The product in its current status is not available for this operation.')
  const fields = Object.keys(input).filter((name) => name !== 'save_mode')
  let body = row.body
  const next = await changeProduct(world, row, 'app', fields, async (now) => {
    const before = now.review ?? now.body
    body = {
      ...before,
      ...(input.title !== undefined && { title: input.title }),
      ...(input.description !== undefined && { description: input.description }),
      ...(input.main_images && { main_images: input.main_images.map(({ uri }) => uri) }),
      ...(input.product_attributes && { product_attributes: input.product_attributes }),
      ...(input.category_id !== undefined && { category_id: input.category_id }),
      ...(mayName(input.brand_id) && { brand_id: input.brand_id ?? null }),
      ...(input.size_chart && { size_chart: input.size_chart.template.id }),
      ...(input.manufacturer_ids && { manufacturer_ids: input.manufacturer_ids }),
      ...(input.responsible_person_ids && { responsible_person_ids: input.responsible_person_ids }),
      ...(input.package_weight && { package_weight: input.package_weight }),
      ...(input.package_dimensions && { package_dimensions: input.package_dimensions }),
      ...(input.skus && readSkus(shop, now.id, input.skus, before)),
    }
    await checkBody(world, shop, body)
    return asDraft ? { body } : submit(world, shop, now, body)
  })
  if (row.status === 'ACTIVATE' && next.review === null)
    await announceContent(world, shop, row.id, changedFields(fields), 'OPEN_API')
  return answer(next, body)
}

async function search(world: TikTokWorld, shop: Shop, query: unknown, given: unknown) {
  const page = Page.safeParse(query).data
  if (!page || page.page_size < 1 || page.page_size > 100) throw refuse(12019109, 'page size is invalid')
  const filter = readInput(Search, given ?? {})
  if ((filter.seller_skus?.length ?? 0) > 10)
    throw refuse(12019027, 'The maximum count of “seller_skus” in the search filter is 10.')
  const time = (seconds: number) => new Date(seconds * 1000)
  let rows = world.db.selectFrom('products').where('shop', '=', shop.id)
  if (filter.status !== 'ALL') rows = rows.where('status', '=', filter.status as ProductRow['status']) // compared only
  if (filter.create_time_ge !== undefined) rows = rows.where('created_at', '>=', time(filter.create_time_ge))
  if (filter.create_time_le !== undefined) rows = rows.where('created_at', '<=', time(filter.create_time_le))
  if (filter.update_time_ge !== undefined) rows = rows.where('updated_at', '>=', time(filter.update_time_ge))
  if (filter.update_time_le !== undefined) rows = rows.where('updated_at', '<=', time(filter.update_time_le))
  if (filter.seller_skus)
    rows = rows.where(
      sql<boolean>`exists (
        select from jsonb_array_elements(body->'skus') s where s->>'seller_sku' = any(${filter.seller_skus}))`,
    )
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (Number(total) > MOST_FOUND) throw refuse(12052180, 'The total number of search results can not exceed 10000.')
  const token = /^\d{1,9}$/.test(page.page_token ?? '') ? Number(page.page_token) : 0
  // In no order that a caller could use: newest first here, and the vendor's page promises none.
  const found = await rows.selectAll().orderBy('id', 'desc').offset(token).limit(page.page_size).execute()
  const next = token + found.length
  return success({
    total_count: Number(total),
    products: found.map((row) => showFound(shop, row)),
    next_page_token: next < Number(total) ? String(next) : '',
  })
}

export function productRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.post(PATH, at('products.create'), async (request) => create(world, await shopOf(world, request), request.body))

  app.post(`${PATH}/search`, at('products.search'), async (request) => {
    const shop = await shopOf(world, request)
    await reviewDue(world)
    return search(world, shop, request.query, request.body)
  })

  app.get<{ Params: { id: string }; Querystring: { return_under_review_version?: string } }>(
    `${PATH}/:id`,
    at('products.get'),
    async (request) => {
      const shop = await shopOf(world, request)
      await reviewDue(world)
      const row = await findProduct(world, shop, request.params.id)
      mustBeThere(row)
      if (request.query.return_under_review_version !== 'true') return success(showProduct(world, shop, row))
      if (!row.review) throw refuse(12052547, 'There is no version of this product that is under review.')
      return success(showProduct(world, shop, row, row.review))
    },
  )

  app.post<{ Params: { id: string } }>(`${PATH}/:id/partial_edit`, at('products.edit'), async (request) =>
    edit(world, await shopOf(world, request), request.params.id, request.body),
  )
}
