import type { Transaction } from 'kysely'
import { refuse } from './envelope.ts'
import { productNumber } from './ids.ts'
import { findShop } from './shops.ts'
import type { ProductBody, ProductRow, ProductStatus, Shop, TikTokTables, TikTokWorld } from './tables.ts'
import { announceContent, announceStatus } from './webhooks.ts'

type Tx = Transaction<TikTokTables>

/** Times are whole seconds. */
export const second = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000)
const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

export async function findProduct(world: TikTokWorld, shop: Shop, id: unknown): Promise<ProductRow> {
  const number = productNumber(id)
  const row =
    number > 0
      ? await world.db
          .selectFrom('products')
          .selectAll()
          .where('shop', '=', shop.id)
          .where('id', '=', number)
          .executeTakeFirst()
      : undefined
  if (!row) throw refuse(12052260, 'The product ID does not exist')
  return row
}

/** What is not shown in its state cannot be changed in it. */
export function mustBeThere({ status }: ProductRow): void {
  if (status === 'DELETED' || status === 'FREEZE')
    throw refuse(12052901, 'The product in its current status is not available for this operation.')
}

export interface Change {
  status?: ProductStatus
  body?: ProductBody
  review?: ProductBody | null
  review_at?: Date | null
  key?: string
}

/** Under a lock, with a line in the books. */
export async function changeProduct(
  world: TikTokWorld,
  row: Pick<ProductRow, 'id' | 'shop'>,
  who: 'app' | 'merchant' | 'platform',
  fields: string[],
  change: (row: ProductRow, tx: Tx) => Change | Promise<Change>,
): Promise<ProductRow> {
  return world.db.transaction().execute(async (tx) => {
    const old = await tx.selectFrom('products').selectAll().where('id', '=', row.id).forUpdate().executeTakeFirst()
    if (!old) throw refuse(12052260, 'The product ID does not exist')
    const { body, review, ...rest } = await change(old, tx)
    const updated_at = second(world.now())
    await tx
      .updateTable('products')
      .set({
        ...rest,
        ...(body && { body: JSON.stringify(body) }),
        ...(review !== undefined && { review: review === null ? null : JSON.stringify(review) }),
        updated_at,
      })
      .where('id', '=', row.id)
      .execute()
    await tx.insertInto('writes').values({ shop: row.shop, product_id: row.id, who, fields, at: world.now() }).execute()
    const next = await tx.selectFrom('products').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
    return next
  })
}

const CONTENT = ['title', 'description', 'main_images', 'product_attributes'] as const

/** What a message says was changed. */
export const changedFields = (fields: readonly string[]): string[] => {
  const named = fields.filter((field) => (CONTENT as readonly string[]).includes(field))
  return named.length > 0 ? named : ['others']
}

/** Where content goes that the app or the merchant wants shown: live at once, or looked through first. */
export function submit(world: TikTokWorld, shop: Shop, row: ProductRow, body: ProductBody): Change {
  const waits = shop.review_s > 0
  const review_at = waits ? after(world.now(), shop.review_s) : null
  if (row.status === 'ACTIVATE') {
    if (!waits) return { body, review: null, review_at: null }
    // Prices and stock need no look through: they are live at once.
    const live = row.body.skus.map((sku) => {
      const next = body.skus.find(({ no }) => no === sku.no)
      return next ? { ...sku, price: next.price, list_price: next.list_price, inventory: next.inventory } : sku
    })
    return { body: { ...row.body, skus: live }, review: body, review_at }
  }
  if (row.status === 'SELLER_DEACTIVATED' || row.status === 'PLATFORM_DEACTIVATED') return { body }
  return { body, review: null, review_at, status: waits ? 'PENDING' : 'ACTIVATE' }
}

/** Looks through what is due. Called by every tick and before a product is shown, so nothing is late. */
export async function reviewDue(world: TikTokWorld): Promise<void> {
  const due = await world.db
    .selectFrom('products')
    .select(['id', 'shop'])
    .where('review_at', '<=', world.now())
    .orderBy('review_at')
    .limit(200)
    .execute()
  for (const one of due) await reviewOne(world, one)
}

async function reviewOne(world: TikTokWorld, one: Pick<ProductRow, 'id' | 'shop'>): Promise<void> {
  const shop = await findShop(world, one.shop)
  if (!shop) return
  const failing = await world.db
    .updateTable('shops')
    .set((eb) => ({ failing_reviews: eb('failing_reviews', '-', 1) }))
    .where('id', '=', shop.id)
    .where('failing_reviews', '>', 0)
    .returning('id')
    .executeTakeFirst()
  let first = false
  let done = false
  await changeProduct(world, one, 'platform', ['reviewed'], (row) => {
    // Somebody else was here first.
    if (row.review_at === null || row.review_at > world.now()) return {}
    done = true
    first = row.review === null
    const over = { review: null, review_at: null }
    // A change that fails leaves what buyers see as it is.
    if (failing) return first ? { ...over, status: 'FAILED' } : over
    return { ...over, ...(row.review && { body: row.review }), status: 'ACTIVATE' }
  })
  if (!done) return
  if (failing) return announceStatus(world, shop, one.id, 'PRODUCT_AUDIT_FAILURE')
  await announceStatus(world, shop, one.id, first ? 'PRODUCT_FIRST_PASS_REVIEW' : 'PRODUCT_STATUS_CHANGED')
  if (!first) await announceContent(world, shop, one.id, [...CONTENT], 'OPEN_API')
}
