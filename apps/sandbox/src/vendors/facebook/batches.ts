import { randomBytes } from 'node:crypto'
import { takeOne } from './catalogs.ts'
import type { BatchError, BatchRequest, Catalog, FacebookWorld, ItemData } from './tables.ts'
import { pictureHash } from '../../frame/picture-hash.ts'

/** What a new item needs (Meta's page on catalog fields); one of three says whose it is. */
const REQUIRED = ['title', 'description', 'availability', 'condition', 'price', 'link', 'image_link'] as const
const IDENTIFIERS = ['brand', 'mpn', 'gtin'] as const
const AVAILABILITIES = ['in stock', 'out of stock', 'preorder', 'available for order', 'discontinued', 'pending']
const PRICE = /^\d+(\.\d{1,3})? [A-Z]{3}$/

const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const named = (field: string) => field.charAt(0).toUpperCase() + field.slice(1)

function problemOf(data: ItemData, isNew: boolean): string | null {
  const missing = isNew && REQUIRED.find((field) => !isFilled(data[field]))
  if (missing) return `You cannot create a EntProductItem without required field ${named(missing)}`
  if (isNew && !IDENTIFIERS.some((field) => isFilled(data[field]))) return 'Brand, GTIN or MPN is missing'
  const { availability, price, sale_price, title } = data
  if (availability !== undefined && !AVAILABILITIES.includes(String(availability)))
    return `Invalid value for availability: "${String(availability)}"`
  if (price !== undefined && !PRICE.test(String(price))) return `Invalid price "${String(price)}": expected "9.99 USD"`
  if (isFilled(sale_price) && !PRICE.test(String(sale_price))) return `Invalid sale price "${String(sale_price)}"`
  return title !== undefined && String(title).length > 200 ? 'The title is longer than 200 characters' : null
}

/** Kept, and worked when its time has come. */
export async function addBatch(
  world: FacebookWorld,
  { id: catalog, finish_ms }: Catalog,
  allow_upsert: boolean,
  requests: readonly BatchRequest[],
): Promise<string> {
  const handle = `Ac${randomBytes(48).toString('base64url')}`
  const due_at = new Date(world.now().getTime() + finish_ms)
  const values = { handle, catalog, allow_upsert, requests: JSON.stringify(requests), due_at, errors: '[]' }
  await world.db.insertInto('batches').values(values).execute()
  if (finish_ms === 0) await workBatches(world)
  return handle
}

/** One at a time over all callers: batches of a catalog are worked in the order they came. */
const running = new WeakMap<FacebookWorld, Promise<void>>()

export function workBatches(world: FacebookWorld): Promise<void> {
  const mine = (running.get(world) ?? Promise.resolve()).then(() => workDue(world))
  running.set(
    world,
    mine.catch(() => undefined),
  )
  return mine
}

async function workDue(world: FacebookWorld): Promise<void> {
  const due = await world.db
    .selectFrom('batches')
    .selectAll()
    .where('finished', '=', false)
    .where('due_at', '<=', world.now())
    .orderBy('no')
    .execute()
  for (const { no, catalog, allow_upsert, requests } of due) {
    const errors: BatchError[] = []
    for (const [line, request] of requests.entries()) {
      const message = (await takeOne(world, catalog, 'refused_requests'))
        ? 'The item could not be processed'
        : await work(world, catalog, allow_upsert, request)
      if (message !== null) errors.push({ line, id: request.data.id, message })
    }
    await world.db
      .updateTable('batches')
      .set({ finished: true, errors: JSON.stringify(errors) })
      .where('no', '=', no)
      .execute()
  }
}

/** One request of a batch; a text: why it was not saved. */
async function work(
  world: FacebookWorld,
  catalog: string,
  allow_upsert: boolean,
  { method, data }: BatchRequest,
): Promise<string | null> {
  const { id, ...fields } = data
  const old = await world.db
    .selectFrom('items')
    .selectAll()
    .where('catalog', '=', catalog)
    .where('retailer_id', '=', id)
    .executeTakeFirst()
  if (method === 'DELETE') {
    if (!old) return null
    await removeItem(world, catalog, id, 'app')
    return null
  }
  if (!old && method === 'UPDATE' && !allow_upsert) return null // dropped without a word
  if (old && method === 'CREATE' && !allow_upsert) return `An item with the id ${id} exists already`
  const whole = { ...old?.data, ...fields }
  const problem = problemOf(whole, !old)
  if (problem !== null) return problem
  await saveItem(world, catalog, id, whole, old ? 'UPDATE' : 'CREATE', Object.keys(fields), 'app')
  if (!old && (await takeOne(world, catalog, 'vanishing'))) await removeItem(world, catalog, id, 'merchant')
  return null
}

export async function saveItem(
  world: FacebookWorld,
  catalog: string,
  retailer_id: string,
  data: ItemData,
  method: string,
  fields: string[],
  who: 'app' | 'merchant',
): Promise<void> {
  const at = world.now()
  const group_id = typeof data['item_group_id'] === 'string' ? data['item_group_id'] : ''
  const image_status = fields.some((field) => /image/.test(field))
    ? await fetchPictures(world, catalog, data)
    : undefined
  const values = { group_id, data: JSON.stringify(data), updated_at: at, ...(image_status && { image_status }) }
  await world.db
    .insertInto('items')
    .values({ catalog, retailer_id, image_status: 'NO_STATUS', ...values })
    .onConflict((c) => c.columns(['catalog', 'retailer_id']).doUpdateSet(values))
    .execute()
  if (method === 'CREATE' && who === 'app')
    await world.db.insertInto('created').values({ catalog, retailer_id, group_id, at }).execute()
  await world.db.insertInto('writes').values({ catalog, retailer_id, who, method, fields, at }).execute()
}

export async function removeItem(
  world: FacebookWorld,
  catalog: string,
  retailer_id: string,
  who: 'app' | 'merchant',
): Promise<void> {
  await world.db.deleteFrom('items').where('catalog', '=', catalog).where('retailer_id', '=', retailer_id).execute()
  const row = { catalog, retailer_id, who, method: 'DELETE', fields: ['deleted'], at: world.now() }
  await world.db.insertInto('writes').values(row).execute()
}

/** An address is fetched once for a catalog; the main picture decides the item's status. */
async function fetchPictures(
  world: FacebookWorld,
  catalog: string,
  data: ItemData,
): Promise<'FETCHED' | 'FETCH_FAILED'> {
  const more = Array.isArray(data['additional_image_link']) ? data['additional_image_link'] : []
  const sources = [data['image_link'], ...more].filter((source) => typeof source === 'string')
  let main: 'FETCHED' | 'FETCH_FAILED' = 'FETCHED'
  for (const [at, source] of sources.entries()) {
    const known = await world.db
      .selectFrom('downloads')
      .select('hash')
      .where('catalog', '=', catalog)
      .where('source', '=', source)
      .orderBy('at', 'desc')
      .executeTakeFirst()
    const hash = known ? known.hash : await download(world, catalog, source)
    if (at === 0 && hash === null) main = 'FETCH_FAILED'
  }
  return main
}

async function download(world: FacebookWorld, catalog: string, source: string): Promise<string | null> {
  const hash = (await takeOne(world, catalog, 'failing_pictures')) ? null : await pictureHash(source)
  await world.db.insertInto('downloads').values({ catalog, source, hash, at: world.now() }).execute()
  return hash
}
