/** Products and variations: kept, and changed by whoever may. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site, WooWorld } from './auth.ts'
import { announce } from './hooks.ts'
import type { Post } from './show.ts'
import type { Doc } from './tables.ts'
import { sanitizeTitle, wpError } from './wp.ts'

/** Who changed something: the API's caller, the merchant in the admin, or another application. */
export type Actor = 'api' | 'merchant' | 'other app' | 'buyer'

const RACE_MS = 150

export const EMPTY: Doc = {
  name: '',
  type: 'simple',
  description: '',
  short_description: '',
  global_unique_id: '',
  regular_price: '',
  sale_price: '',
  manage_stock: false,
  stock_quantity: null,
  stock_status: 'instock',
  backorders: 'no',
  weight: '',
  tags: [],
  image_ids: [],
  attributes: [],
  chosen: [],
  meta_data: [],
}

export const findPost = (world: WooWorld, site: Site, id: number, kind?: 'product' | 'variation') => {
  const query = world.db.selectFrom('posts').selectAll().where('site', '=', site.site).where('id', '=', id)
  return (kind ? query.where('kind', '=', kind) : query).executeTakeFirst()
}

/** Whole seconds, and never back. */
export const nextSecond = (world: WooWorld, old?: Date) => {
  const now = Math.floor(world.now().getTime() / 1000) * 1000
  return new Date(Math.max(now, old?.getTime() ?? 0))
}

export async function checkSku(world: WooWorld, site: Site, sku: string, own_id = 0) {
  if (sku === '') return
  const other = await world.db
    .selectFrom('posts')
    .select('id')
    .where('site', '=', site.site)
    .where('sku', '=', sku)
    .where('status', '!=', 'trash')
    .where('id', '!=', own_id)
    .executeTakeFirst()
  if (other)
    throw wpError(400, 'product_invalid_sku', 'Invalid or duplicated SKU.', {
      resource_id: other.id,
      unique_sku: `${sku}-1`,
    })
}

/** One creation per SKU at a time, as newer versions do it. */
const locks = new Map<string, Promise<unknown>>()
export async function withSku<R>(site: Site, sku: string, work: () => Promise<R>): Promise<R> {
  if (site.sku_race || sku === '') return work()
  const name = `${site.site} ${sku}`
  const before = locks.get(name) ?? Promise.resolve()
  const mine = before.catch(() => undefined).then(work)
  locks.set(name, mine)
  return mine.finally(() => {
    if (locks.get(name) === mine) locks.delete(name)
  })
}

export interface NewPost {
  kind: 'product' | 'variation'
  parent_id?: number
  status: string
  sku: string
  doc: Doc
}

export async function insertPost(world: WooWorld, site: Site, post: NewPost, by: Actor): Promise<Post> {
  if (site.sku_race) await sleep(RACE_MS)
  const at = nextSecond(world)
  const { doc } = post
  const row = await world.db
    .insertInto('posts')
    .values({
      site: site.site,
      kind: post.kind,
      parent_id: post.parent_id ?? 0,
      status: post.status,
      sku: post.sku,
      slug: sanitizeTitle(doc.name),
      created_at: at,
      modified_at: at,
      doc: JSON.stringify(doc),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const key = doc.meta_data.find((meta) => meta.key === '_omni')?.value
  if (post.kind === 'product') await note(world, site, 'created', row.id, [typeof key === 'string' ? key : ''], by)
  await announce(world, site, row, 'created')
  return row
}

export interface Change {
  status?: string | undefined
  sku?: string | undefined
  doc: Doc
  /** The names of what was sent, for the books. */
  fields: readonly string[]
}

export async function changePost(world: WooWorld, site: Site, old: Post, change: Change, by: Actor): Promise<Post> {
  const row = await world.db
    .updateTable('posts')
    .set({
      status: change.status ?? old.status,
      sku: change.sku ?? old.sku,
      modified_at: nextSecond(world, old.modified_at),
      doc: JSON.stringify(change.doc),
    })
    .where('id', '=', old.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await note(world, site, 'write', row.id, change.fields, by)
  await announce(world, site, row, 'updated')
  return row
}

/** A variation that changes changes its product too. */
export async function touchParent(world: WooWorld, site: Site, id: number) {
  const parent = await findPost(world, site, id, 'product')
  if (!parent) return
  const modified_at = nextSecond(world, parent.modified_at)
  await world.db.updateTable('posts').set({ modified_at }).where('id', '=', id).execute()
  await announce(world, site, { ...parent, modified_at }, 'updated')
}

export async function trashPost(world: WooWorld, site: Site, post: Post) {
  const modified_at = nextSecond(world, post.modified_at)
  await world.db.updateTable('posts').set({ status: 'trash', modified_at }).where('id', '=', post.id).execute()
  // Its variations go with it, and their SKUs are free again.
  await setVariations(world, post, 'trash')
  await announce(world, site, post, 'deleted')
}

export const setVariations = (world: WooWorld, { id }: Post, status: 'trash' | 'publish') =>
  world.db.updateTable('posts').set({ status }).where('parent_id', '=', id).execute()

export async function deletePost(world: WooWorld, site: Site, post: Post) {
  await world.db
    .deleteFrom('posts')
    .where((eb) => eb.or([eb('id', '=', post.id), eb('parent_id', '=', post.id)]))
    .execute()
  await announce(world, site, post, 'deleted')
}

async function note(
  world: WooWorld,
  site: Site,
  what: string,
  product_id: number,
  names: readonly string[],
  by: Actor,
) {
  const at = world.now()
  const rows = names.map((name) => ({ site: site.site, what, product_id, name, by, at }))
  if (rows.length > 0) await world.db.insertInto('journal').values(rows).execute()
}
