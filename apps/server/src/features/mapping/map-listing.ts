import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { fieldsOfRemote } from '@omni/domain/channels/fields.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { productFromStore } from '@omni/domain/mapping/product-from-store.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import type { Params, TextKey } from '../../platform/messages.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { grantFeature } from '../billing/grant-feature.ts'
import { planState } from '../billing/usage.ts'
import { cleanHtml } from '../catalog/ingest/clean-html.ts'
import { readRates } from '../rates/read-rates.ts'
import { insertProducts } from '../import-list/import-products.ts'
import type { SupplierProduct } from '../import-list/link-matching.ts'
import type { CatalogueProduct } from '../import-list/read-catalogue.ts'
import { desiredDocument, pictureKey } from '../listings/desired.ts'
import { type ListingRecord, remoteOf, withOverrides } from '../listings/listing-row.ts'
import { type Loaded, loadProducts, type SupplierLink } from '../product-center/load-products.ts'
import { pinPrices } from '../product-center/pins.ts'
import { type Pricing, readPricing } from '../product-center/pricing.ts'
import { placesIn } from '../stores/open-store.ts'

export interface MapCtx {
  workplace_id: string
  user_id: string
  now: Date
  public_url: string
}

export interface NotMapped {
  ok: false
  key: TextKey
  params: Params
}
export type MappedProduct = { ok: true; loaded: Loaded; unmatched: string[]; pricing: Pricing } | NotMapped

/** The links of a product that is being made: by our new ids, or by the store's. */
export type LinksOf = (
  variants: readonly { variant_id: string; option_values: string[] }[],
  remote_variant_id: (variant_id: string) => string,
) => SupplierLink[]

interface StoreFacts {
  currency: string
  country: string | null
  metadata: unknown
}

const readStoreFacts = (tx: Tx, { workplace_id, store_id }: ListingRecord): Promise<StoreFacts> =>
  tx
    .selectFrom('stores as s')
    .leftJoin('store_connections as c', (join) =>
      join.onRef('c.workplace_id', '=', 's.workplace_id').onRef('c.store_id', '=', 's.store_id'),
    )
    .select(['s.currency', 's.metadata', 'c.country'])
    .where('s.workplace_id', '=', workplace_id)
    .where('s.store_id', '=', store_id)
    .executeTakeFirstOrThrow()

const notMapped = (key: TextKey, params: Params = {}): NotMapped => ({ ok: false, key, params })

/** Why so many more products do not fit into the plan; null: they do. */
export async function missingPlaces(tx: Tx, ctx: MapCtx, wanted: number): Promise<NotMapped | null> {
  const { plan, usage } = await planState(tx, ctx.user_id, ctx.now)
  const [limit, used] = [plan.features.IMPORT_PRODUCT?.limit ?? 0, usage.IMPORT_PRODUCT ?? 0]
  return isUnlimited(limit) || limit - used >= wanted ? null : notMapped('imports.quota', { limit, usage: used })
}

/** Parts of the store's product that become products of ours: one with everything, or one per value of an option. */
export type Part = { name: string | null; has: (option_values: readonly string[]) => boolean }
const WHOLE: Part = { name: null, has: () => true }

/**
 * A product of ours with what a store sells, bought from a supplier. It takes a place of the plan, as an import does
 * (sourcing spec §9). The store is not changed.
 */
export async function makeFromListing(
  tx: Tx,
  ctx: MapCtx,
  row: ListingRecord,
  supplier: SupplierProduct,
  found: CatalogueProduct,
  linksOf: LinksOf,
  part: Part = WHOLE,
): Promise<MappedProduct> {
  const remote = remoteOf(row)
  if (!remote) return notMapped('mapping.listing_gone')
  const variants = remote.variants.filter(({ option_values }) => part.has(option_values))
  const title = part.name === null ? remote.title : `${remote.title} – ${part.name}`
  const made = productFromStore({ ...remote, title, variants }, randomUUID, (html) => cleanHtml(html, 'seller'))
  if (!made.ok) return notMapped(`mapping.${made.reason}`)
  const quota = await grantFeature(tx, ctx, 'IMPORT_PRODUCT', 1, ctx.now)
  if (quota.demo) return notMapped('imports.demo_mode')
  if (quota.granted === 0) return notMapped('imports.quota', { limit: quota.limit, usage: quota.usage })
  const { product, remote_variant_ids } = made.value
  const { currency, country } = await readStoreFacts(tx, row)
  const links = linksOf(product.variants, (variant_id) => remote_variant_ids.get(variant_id) ?? '')
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(tx)
  const product_id = rows[0]?.id ?? randomUUID()
  const pricing = await readPricing(tx, ctx.workplace_id)
  const item = { ...supplier, ship_to: country || DEFAULT_SHIP_TO }
  await insertProducts(
    tx,
    ctx,
    [{ item, found, product_id, product, links, currency, status: 'ready' }],
    pricing,
    ctx.now,
  )
  const { workplace_id, user_id } = ctx
  // What a store asks for was set by a person there.
  await pinPrices(tx, workplace_id, product_id, ctx.now)
  await emit(tx, 'products.imported', { workplace_id, user_id, product_ids: [product_id] })
  const [loaded] = await loadProducts(tx, workplace_id, [product_id], true)
  if (!loaded) throw new Error('a product that was just made is not there')
  const linked = new Set(links.map(({ variant_id }) => variant_id))
  const unmatched = product.variants.flatMap(({ variant_id }) =>
    linked.has(variant_id) ? [] : (remote_variant_ids.get(variant_id) ?? []),
  )
  return { ok: true, loaded, unmatched, pricing }
}

/**
 * The listing becomes one of the product. Both sides agree on what is there now, whatever it is: nothing is sent until
 * one of them changes.
 */
export async function tieListing(tx: Tx, ctx: MapCtx, row: ListingRecord, loaded: Loaded): Promise<void> {
  const remote = remoteOf(row)
  if (!remote) throw new Error('a listing that was never read cannot be tied')
  const { currency, metadata } = await readStoreFacts(tx, row)
  const settings = { is_publish: remote.status === 'active', allow_sell_out_of_stock: false }
  const target = { currency, rates: await readRates(tx), public_url: ctx.public_url, settings }
  const document = desiredDocument(loaded, target)
  if (!document) throw new Error('a price in the store’s own currency needs no rate')
  const pictures = remote.pictures.map(({ remote_picture_id, url }) => ({
    remote_picture_id,
    picture_key: pictureKey(new URL(url, ctx.public_url).href),
  }))
  const { workplace_id } = ctx
  const { store_id, listing_id } = row
  if (pictures.length > 0)
    await tx
      .insertInto('store_pictures')
      .values(pictures.map((picture) => ({ ...picture, workplace_id, store_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const publishes = placesIn(metadata).length > 0 && document.status === 'active'
  const { desired } = withOverrides(document, {}, publishes)
  const seen = fieldsOfRemote(remote, {
    picture_keys: Object.fromEntries(
      pictures.map(({ remote_picture_id, picture_key }) => [remote_picture_id, picture_key]),
    ),
    tags: new Set(document.tags),
  })
  await tx
    .updateTable('listings')
    .set({
      product_id: loaded.product_id,
      desired: JSON.stringify(desired),
      ours: JSON.stringify(desired),
      theirs: JSON.stringify(seen),
      seen: JSON.stringify(seen),
      settings: JSON.stringify(settings),
      revision: loaded.revision,
      state: 'idle',
      hidden_at: null,
      version: row.version + 1,
      updated_at: ctx.now,
    })
    .where('workplace_id', '=', workplace_id)
    .where('listing_id', '=', listing_id)
    .execute()
  await tx
    .updateTable('products')
    .set({ pushed: remote.status })
    .where('workplace_id', '=', workplace_id)
    .where('product_id', '=', loaded.product_id)
    .execute()
  await tx
    .insertInto('listing_notes')
    .values({ workplace_id, listing_id, who: 'person', user_id: ctx.user_id, says: 'mapped' })
    .execute()
  await publishToWorkplace(tx, workplace_id, 'listings.changed', { listing_ids: [listing_id] })
  await publishToWorkplace(tx, workplace_id, 'products.changed', {})
}
