import type { In, Out } from '@omni/contracts/kernel.ts'
import { type listingCalls, parcelDefaults } from '@omni/contracts/listings.calls.ts'
import { listingKey } from '@omni/domain/channels/listing-key.ts'
import { DEFAULT_POLICIES } from '@omni/domain/channels/merge.ts'
import type { ProductSettings } from '@omni/domain/product-settings/defaults.ts'
import { MARKETPLACE_IDS } from '@omni/domain/vendors/manifest.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { startRun } from '../../platform/runs.ts'
import { grantFeature, hasFeature } from '../billing/grant-feature.ts'
import { planState } from '../billing/usage.ts'
import { productSettings } from '../product-settings/settings.ts'
import type { PushSettings } from './desired.ts'
import { pushRun } from './push-run.ts'

type Pushed = Out<typeof listingCalls.pushToStores>
export type PushInput = In<typeof listingCalls.pushToStores>

interface Wanted {
  product_id: string
  title: string
  image: string | null
}

/** Who pushes: a person, or a rule of theirs. */
export type PushCtx = Pick<Ctx, 'db' | 'workplace_id' | 'user_id' | 'now'>

/**
 * Writes down what is to be in which store, with the quota it takes, and starts a run per store. Nothing is sent here;
 * a product that is listed already is made equal again and takes no quota.
 */
export const push = (ctx: PushCtx, input: PushInput): Promise<Pushed> => ctx.db.tx((tx) => writePush(tx, ctx, input))

/** Several at once are a feature of the plan. */
export async function mayPush(tx: Tx, { user_id, now }: PushCtx, products: number): Promise<void> {
  if (products > 1 && !(await hasFeature(tx, user_id, 'BULK_PUBLISH_TO_STORE', now)))
    refuse('listings.bulk_publish_off', {}, { field: 'product_ids' })
}

/** How long what waits for an edit is left alone; the edit's end wakes it sooner. */
const HELD_MS = 10 * 60_000

/** `after`: an edit of the same products that has to end before anything is sent. */
export async function writePush(
  tx: Tx,
  ctx: PushCtx,
  { product_ids, store_ids, product_listings }: PushInput,
  after?: string,
): Promise<Pushed> {
  const due_at = after === undefined ? ctx.now : new Date(ctx.now.getTime() + HELD_MS)
  const stores = await activeStores(tx, ctx.workplace_id, store_ids)
  if (stores.length < new Set(store_ids).size) refuse('shop_id_invalid')
  await mayPush(tx, ctx, new Set(product_ids).size)
  const products = await pushable(tx, ctx.workplace_id, product_ids)
  const plan = await planOf(tx, ctx)
  const found = new Set(products.map(({ product_id }) => product_id))
  const failed: Record<string, string> = Object.fromEntries(
    product_ids.filter((id) => !found.has(id)).map((id) => [id, 'not_found']),
  )
  const run_ids: string[] = []
  let { usage } = plan
  let total_push = 0
  const general = await productSettings(tx, ctx.workplace_id)
  for (const { store_id, epoch, platform } of stores) {
    const settings = withParcel(product_listings ?? settingsFor(general, platform), platform, store_id)
    const listed = await listedIn(tx, ctx.workplace_id, store_id, products)
    const fresh = products.filter(({ product_id }) => !listed.has(product_id))
    const quota = fresh.length === 0 ? null : await grantFeature(tx, ctx, 'LISTING_PRODUCTS', fresh.length, ctx.now)
    if (quota?.demo) refuse('listings.demo_mode')
    if (quota && quota.granted < fresh.length)
      refuse('listings.quota', { limit: quota.limit, usage: plan.usage, total: fresh.length })
    usage = quota?.usage ?? usage
    await insertListings(tx, ctx, { store_id, epoch, due_at }, fresh, settings)
    await askAgain(tx, ctx, { store_id, epoch, due_at }, products, settings)
    if (products.length === 0) continue
    total_push += products.length
    const rows = products.map(({ product_id, title, image }) => ({
      subject_kind: 'product',
      subject_id: product_id,
      title,
      image,
    }))
    run_ids.push(await startRun(tx, ctx, pushRun, { store_id, after }, rows, ctx.now))
  }
  if (total_push > 0) await emit(tx, 'products.pushed', { workplace_id: ctx.workplace_id, user_id: ctx.user_id })
  return { run_ids, total_push, limit: plan.limit, usage, failed }
}

/** As the seller has set it for this channel, else for all of them. */
function settingsFor({ channels, product_listings }: ProductSettings, platform: string): Given {
  const own = channels.find(({ channel }) => channel === platform)
  return {
    is_publish: own?.is_publish ?? product_listings.is_publish,
    allow_sell_out_of_stock: own?.allow_sell_out_of_stock ?? product_listings.allow_sell_out_of_stock,
  }
}

type Given = NonNullable<PushInput['product_listings']>

/** Each shop has warehouses of its own; where nobody chose, its default is meant. */
function withParcel(given: Given, platform: string, store_id: string): PushSettings {
  const { is_publish, allow_sell_out_of_stock } = given
  const settings = { is_publish, allow_sell_out_of_stock }
  const marketplace = MARKETPLACE_IDS.find((id) => id === platform)
  if (!marketplace) return settings
  const { warehouse_ids, weight, dimension } = given[marketplace] ?? parcelDefaults()
  return { ...settings, [marketplace]: { warehouse_id: warehouse_ids[store_id] ?? null, weight, dimension } }
}

async function planOf(tx: Tx, ctx: PushCtx) {
  const { plan, usage } = await planState(tx, ctx.user_id, ctx.now)
  return { limit: plan.features['LISTING_PRODUCTS']?.limit ?? 0, usage: usage['LISTING_PRODUCTS'] ?? 0 }
}

const activeStores = (tx: Tx, workplace_id: string, store_ids: readonly string[]) =>
  tx
    .selectFrom('stores as s')
    .innerJoin('store_connections as c', (join) =>
      join.onRef('c.workplace_id', '=', 's.workplace_id').onRef('c.store_id', '=', 's.store_id'),
    )
    .select(['s.store_id', 's.platform', 'c.epoch'])
    .where('s.workplace_id', '=', workplace_id)
    .where('s.store_id', 'in', [...store_ids])
    .where('s.status', '=', 'active')
    .execute()

const pushable = (tx: Tx, workplace_id: string, ids: readonly string[]): Promise<Wanted[]> =>
  tx
    .selectFrom('products')
    .select(['product_id', 'title', 'image'])
    .where('workplace_id', '=', workplace_id)
    .where('product_id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'ready')
    .orderBy('product_id')
    .execute()

async function listedIn(tx: Tx, workplace_id: string, store_id: string, products: readonly Wanted[]) {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from listings where workplace_id = ${workplace_id} and store_id = ${store_id}
      and product_id = any(${products.map(({ product_id }) => product_id)}::uuid[])`.execute(tx)
  return new Set(rows.map(({ product_id }) => product_id))
}

interface Outlet {
  store_id: string
  epoch: number
  due_at: Date
}

async function insertListings(
  tx: Tx,
  ctx: PushCtx,
  { store_id, epoch, due_at }: Outlet,
  products: readonly Wanted[],
  settings: PushSettings,
): Promise<void> {
  const rows = products.map((product) => {
    const listing_id = randomUUID()
    return { ...product, listing_id, key: listingKey(listing_id, 1) }
  })
  await sql`
    insert into listings (workplace_id, listing_id, store_id, product_id, key, settings, policies, title, image, counted,
      epoch, due_at, pushed_by)
    select ${ctx.workplace_id}, r.listing_id, ${store_id}, r.product_id, r.key, ${JSON.stringify(settings)}::jsonb,
      ${JSON.stringify(DEFAULT_POLICIES)}::jsonb, r.title, r.image, true, ${epoch}, ${due_at}, ${ctx.user_id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (listing_id uuid, product_id uuid, key text, title text, image text)`.execute(tx)
}

/** What is listed already is compared again; what was taken out or refused is tried again. The worker does it. */
async function askAgain(
  tx: Tx,
  ctx: PushCtx,
  { store_id, epoch, due_at }: Outlet,
  products: readonly Wanted[],
  settings: PushSettings,
): Promise<void> {
  await sql`
    update listings set asked = true, settings = ${JSON.stringify(settings)}::jsonb, due_at = ${due_at}, epoch = ${epoch}
    where workplace_id = ${ctx.workplace_id} and store_id = ${store_id}
      and product_id = any(${products.map(({ product_id }) => product_id)}::uuid[])`.execute(tx)
}

/** Sourcing spec §7 push-multiple-channel. */
export const pushToStores = (ctx: Ctx, input: In<typeof listingCalls.pushToStores>) => push(ctx, input)

/** Sourcing spec §7 center/products/push: to one store. */
export const pushProducts = (ctx: Ctx, { store_id, ...input }: In<typeof listingCalls.pushProducts>) =>
  push(ctx, { ...input, store_ids: [storeOrCurrent(ctx, store_id)] })

/** The store that was named, else the one that the caller works with. */
export const storeOrCurrent = ({ session }: Ctx, store_id: string | undefined): string =>
  store_id ?? session.store_id ?? refuse('shop_id_invalid')
