import type { Selectable, Transaction } from 'kysely'
import { numberOf } from './ids.ts'
import type { ProductBody, ProductStatus, Shop, ShopifyTables, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { announce, restProduct } from './webhooks.ts'

export type ProductRow = Selectable<ShopifyTables['products']>
type Tx = Transaction<ShopifyTables>

/** Shopify shows whole seconds. */
export const second = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000)

export const DEFAULT_OPTION = { name: 'Title', value: 'Default Title' }
export const isDefaultOnly = ({ options, variants }: ProductBody) =>
  options.length === 1 &&
  options[0]?.name === DEFAULT_OPTION.name &&
  variants.length === 1 &&
  variants[0]?.option_values[0] === DEFAULT_OPTION.value

export const findProduct = (world: ShopifyWorld, shop: Shop, id: unknown): Promise<ProductRow | undefined> => {
  const number = numberOf('Product', id)
  if (number === undefined) return Promise.resolve(undefined)
  return world.db
    .selectFrom('products')
    .selectAll()
    .where('shop', '=', shop.domain)
    .where('id', '=', number)
    .executeTakeFirst()
}

export const findByKey = (world: ShopifyWorld, shop: Shop, key: string): Promise<ProductRow | undefined> =>
  world.db.selectFrom('products').selectAll().where('shop', '=', shop.domain).where('key', '=', key).executeTakeFirst()

export interface Changed {
  body: ProductBody
  status?: ProductStatus
  handle?: string
  key?: string | null
  /** For the books. */
  fields: string[]
}

export interface Editor {
  who: 'app' | 'merchant' | 'buyer'
  /** A sale or a count changes stock without touching the product's own time. */
  stock_only?: boolean
}

/** Changes a product under a lock. What comes out as it was is not a change: no new time, no message. */
export async function changeProduct(
  world: ShopifyWorld,
  shop: Shop,
  product_id: number,
  editor: Editor,
  change: (row: ProductRow, tx: Tx) => Promise<Changed> | Changed,
): Promise<ProductRow> {
  const { row, changed } = await world.db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('products')
      .selectAll()
      .where('shop', '=', shop.domain)
      .where('id', '=', product_id)
      .forUpdate()
      .executeTakeFirst()
    if (!old) throw refuseUser(['id'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')
    const next = await change(old, tx)
    await bookWrite(world, tx, shop, product_id, editor.who, next.fields)
    const values = {
      body: next.body,
      status: next.status ?? old.status,
      handle: next.handle ?? old.handle,
      key: next.key === undefined ? old.key : next.key,
    }
    const same =
      JSON.stringify(values) ===
      JSON.stringify({ body: old.body, status: old.status, handle: old.handle, key: old.key })
    const updated_at = same || editor.stock_only ? old.updated_at : second(world.now())
    await tx
      .updateTable('products')
      .set({ ...values, body: JSON.stringify(values.body), updated_at })
      .where('id', '=', product_id)
      .execute()
    return { row: { ...old, ...values, updated_at }, changed: !same && !editor.stock_only }
  })
  if (changed) await announce(world, shop, 'products/update', restProduct(row))
  return row
}

export const bookWrite = (
  world: ShopifyWorld,
  tx: Tx,
  shop: Shop,
  product_id: number,
  who: string,
  fields: string[],
): Promise<unknown> =>
  tx.insertInto('writes').values({ shop: shop.domain, product_id, who, fields, at: world.now() }).execute()

export async function insertProduct(
  world: ShopifyWorld,
  tx: Tx,
  shop: Shop,
  { key, handle, status, body }: { key: string | null; handle: string; status: ProductStatus; body: ProductBody },
  request_id: string,
): Promise<ProductRow> {
  const at = second(world.now())
  const { id } = await tx
    .insertInto('products')
    .values({ shop: shop.domain, key, handle, status, body: JSON.stringify(body), created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('created')
    .values({ product_id: id, shop: shop.domain, key, request_id, at: world.now() })
    .execute()
  return { id, shop: shop.domain, key, handle, status, body, created_at: at, updated_at: at }
}

export async function deleteProduct(
  world: ShopifyWorld,
  shop: Shop,
  product_id: number,
  who: string,
): Promise<boolean> {
  const gone = await world.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('products')
      .where('shop', '=', shop.domain)
      .where('id', '=', product_id)
      .returning('id')
      .executeTakeFirst()
    if (row) await bookWrite(world, tx, shop, product_id, who, ['deleted'])
    return row !== undefined
  })
  if (gone) await announce(world, shop, 'products/delete', { id: product_id })
  return gone
}

/** "Black Sunglasses" -> black-sunglasses; a number behind it when that is taken. */
export async function freeHandle(tx: Tx, shop: Shop, title: string): Promise<string> {
  const words = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const base = words.slice(0, 200) || 'product'
  const rows = await tx
    .selectFrom('products')
    .select('handle')
    .where('shop', '=', shop.domain)
    .where((eb) => eb.or([eb('handle', '=', base), eb('handle', 'like', `${base.replaceAll(/[\\%_]/g, '\\$&')}-%`)]))
    .execute()
  const taken = new Set(rows.map(({ handle }) => handle))
  if (!taken.has(base)) return base
  let number = 1
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
