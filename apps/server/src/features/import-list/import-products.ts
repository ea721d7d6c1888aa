import { appliesToImport } from '@omni/domain/auto-update/automation.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { variantOf } from '@omni/domain/import-list/csv-import.ts'
import { copyFromSource, type SourceCopy, type SourceLink } from '@omni/domain/import-list/product-from-source.ts'
import { ONE_FOR_ONE } from '@omni/domain/mapping/plan.ts'
import type { Product } from '@omni/domain/products/product.ts'
import { no } from '@omni/domain/result.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import type { Params, TextKey } from '../../platform/messages.ts'
import { emit } from '../../platform/outbox.ts'
import { grantFeature } from '../billing/grant-feature.ts'
import { insertVariants } from '../product-center/insert-variants.ts'
import type { SupplierLink } from '../product-center/load-products.ts'
import { pinPrices } from '../product-center/pins.ts'
import { priceOf, type Pricing, readPricing } from '../product-center/pricing.ts'
import { summarise } from '../product-center/summarise.ts'
import { type CatalogueProduct, readCatalogue } from './read-catalogue.ts'

export interface ImportItem {
  source: Source
  source_product_id: string
  ship_to: string
  title?: string | undefined
  price?: number | undefined
  tags?: string[] | undefined
  /** Only these are sold, each at its own price where it has one. */
  variants?: { text: string; price: number | null }[] | undefined
}

export type Imported =
  | { ok: true; product_id: string; status: 'ready' | 'processing'; title: string; image: string | null }
  | { ok: false; key: TextKey; params: Params; quota: boolean }

const notImported = (key: TextKey, params: Params = {}, quota = false): Imported => ({ ok: false, key, params, quota })

/** A product as it is about to be inserted. */
export interface NewProduct {
  item: Pick<ImportItem, 'source' | 'source_product_id' | 'ship_to'>
  found: CatalogueProduct
  product_id: string
  product: Product
  links: SupplierLink[]
  currency: string
  status: 'ready' | 'processing'
}

interface Made extends NewProduct {
  item: ImportItem
  at: number
  notes: string[]
}

/**
 * Copies supplier products into the workplace, in the caller's transaction and in a handful of statements however many
 * there are.
 * The claim on (source, id) is what makes an import happen once, whoever else is trying; the plan's quota is taken for
 * what was claimed.
 */
export async function importProducts(
  tx: Tx,
  who: { workplace_id: string; user_id: string },
  items: readonly ImportItem[],
  now: Date,
  knownPricing?: Pricing,
): Promise<Imported[]> {
  const results: Imported[] = Array.from({ length: items.length })
  const pricing = knownPricing ?? (await readPricing(tx, who.workplace_id))
  const { currency } = pricing.settings.selling_price
  const catalogue = await readCatalogue(tx, items)
  const ready: Omit<Made, 'product_id'>[] = []
  items.forEach((item, at) => {
    const found = catalogue.get(`${item.source}:${item.source_product_id}`)
    if (!found) {
      results[at] = notImported('imports.unknown_product')
      return
    }
    if (found.gone) {
      results[at] = notImported('imports.gone')
      return
    }
    // Nothing of its variants is known yet: it takes its place in the list, and a job fills it in.
    if (found.variants.length === 0 && found.detail_at === null) {
      ready.push({ item, at, found, product: placeholder(found), links: [], notes: [], currency, status: 'processing' })
      return
    }
    if (found.variants.length === 0 && found.stock === 0) {
      results[at] = notImported('imports.no_variants')
      return
    }
    const copied = copy(item, found, pricing)
    if (!copied.ok) {
      results[at] = notImported(`imports.${copied.reason}`)
      return
    }
    ready.push({
      item,
      at,
      found,
      ...copied.value,
      links: linksOf(copied.value.links, item),
      currency,
      status: 'ready',
    })
  })
  const claimed = await claim(tx, who.workplace_id, ready)
  for (const one of ready)
    if (!claimed.some(({ at }) => at === one.at)) results[one.at] = notImported('imports.already_imported')
  const quota = claimed.length === 0 ? null : await grantFeature(tx, who, 'IMPORT_PRODUCT', claimed.length, now)
  const kept = claimed.slice(0, quota?.granted ?? 0)
  const over = claimed.slice(kept.length)
  if (over.length > 0 && quota) {
    await sql`delete from imported_sources where workplace_id = ${who.workplace_id}
      and product_id = any(${over.map(({ product_id }) => product_id)}::uuid[])`.execute(tx)
    for (const { at } of over)
      results[at] = quota.demo
        ? notImported('imports.demo_mode', {}, true)
        : notImported('imports.quota', { limit: quota.limit, usage: quota.usage }, true)
  }
  await insertProducts(tx, who, kept, pricing, now)
  // A price of the seller's own in a file, or set while importing.
  for (const { item, product_id } of kept)
    if (item.price !== undefined || item.variants?.some(({ price }) => price !== null))
      await pinPrices(tx, who.workplace_id, product_id, now)
  for (const { at, product_id, product, status } of kept)
    results[at] = { ok: true, product_id, status, title: product.title, image: product.images[0]?.url ?? null }
  if (kept.length > 0)
    await emit(tx, 'products.imported', {
      workplace_id: who.workplace_id,
      user_id: who.user_id,
      product_ids: kept.map(({ product_id }) => product_id),
    })
  return results
}

/** A supplier product as this workplace would have it, priced by its rule. */
export function copy(item: ImportItem, found: CatalogueProduct, pricing: Pricing) {
  const { product_listings: listing, automation_product, selling_price } = pricing.settings
  const { actions } = automation_product
  const applies = appliesToImport(automation_product)
  const currency = selling_price.currency
  const copied = copyFromSource(found satisfies SourceCopy, {
    newId: randomUUID,
    ships_from: listing.import_ships_from,
    priceOf: (cost, shipping) => {
      const priced =
        selling_price.apply_on_import && applies && actions.auto_price_on_import
          ? priceOf(pricing, cost, shipping, currency)
          : null
      return item.price === undefined ? priced : { price: item.price, compare_at_price: null }
    },
    defaults: {
      tags: [
        ...new Set([
          ...(item.tags ?? []),
          ...listing.default_tags,
          ...(applies && actions.auto_tag_by_source ? [item.source] : []),
        ]),
      ],
      vendor: listing.default_vendor,
      product_type: listing.default_type,
      allow_sell_out_of_stock: listing.allow_sell_out_of_stock,
      strip_supplier_links: applies && actions.strip_supplier_links,
      remove_brand_words: applies ? actions.remove_brand_words : [],
    },
  })
  if (!copied.ok) return copied
  const { product, links } = copied.value
  const variants = item.variants?.length ? chosenVariants(item.variants, found, product, links) : product.variants
  if (!variants) return no('variants_unknown' as const)
  return {
    ...copied,
    value: { ...copied.value, product: { ...product, variants, title: item.title || product.title } },
  }
}

/** Those that a file names are switched on, at its prices; the others stay, switched off. Null: none is the supplier's. */
function chosenVariants(
  wanted: readonly { text: string; price: number | null }[],
  found: CatalogueProduct,
  { variants }: Product,
  links: readonly SourceLink[],
): Product['variants'] | null {
  const prices = new Map(
    wanted.flatMap(({ text, price }) => {
      const sku_id = variantOf(found.variants, text)?.sku_id
      return sku_id === undefined ? [] : [[sku_id, price] as const]
    }),
  )
  const skus = new Map(links.map(({ variant_id, sku_id }) => [variant_id, sku_id]))
  if (![...skus.values()].some((sku_id) => prices.has(sku_id))) return null
  return variants.map((variant) => {
    const sku_id = skus.get(variant.variant_id) ?? ''
    return { ...variant, enabled: prices.has(sku_id), price: prices.get(sku_id) ?? variant.price }
  })
}

const linksOf = (
  links: readonly {
    variant_id: string
    sku_id: string
    sku_attr: string
    sku_name: string
    cost: number
    quantity: number | null
  }[],
  { source, source_product_id }: Pick<ImportItem, 'source' | 'source_product_id'>,
): SupplierLink[] => links.map((link) => ({ ...ONE_FOR_ONE, ...link, rank: 0, source, source_product_id }))

export { linksOf as firstRankLinks }

const placeholder = (found: CatalogueProduct): Product => ({
  title: found.name.slice(0, 255),
  description: '',
  vendor: '',
  product_type: '',
  tags: [],
  collections: [],
  handle: '',
  seo_title: '',
  seo_description: '',
  options: [],
  variants: [],
  images: found.images.slice(0, 1).map((url) => ({ image_id: randomUUID(), url, alt: '', origin_url: url })),
})

/** Takes the places; what somebody else has, or another row of this very call, is not among the answers. */
async function claim(tx: Tx, workplace_id: string, wanted: readonly Omit<Made, 'product_id'>[]): Promise<Made[]> {
  if (wanted.length === 0) return []
  const keyOf = ({ item }: { item: ImportItem }) => `${item.source}:${item.source_product_id}`
  const first = [...new Map(wanted.toReversed().map((one) => [keyOf(one), one])).values()].toSorted((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : 1,
  )
  // In the order of the key: two imports that overlap wait for each other, never both for both.
  const { rows } = await sql<{ source: string; source_product_id: string; product_id: string }>`
    insert into imported_sources (workplace_id, source, source_product_id, product_id)
    select ${workplace_id}, w.source, w.id, new_id()
      from unnest(${first.map(({ item }) => item.source)}::text[],
      ${first.map(({ item }) => item.source_product_id)}::text[]) with ordinality as w (source, id, place)
      order by w.place
    on conflict do nothing returning source, source_product_id, product_id`.execute(tx)
  const ids = new Map(rows.map((row) => [`${row.source}:${row.source_product_id}`, row.product_id]))
  return first
    .flatMap((one) => {
      const product_id = ids.get(keyOf(one))
      return product_id ? [{ ...one, product_id }] : []
    })
    .sort((a, b) => a.at - b.at)
}

/** The supplier's own pictures, to go back to. */
export const originImages = (found: CatalogueProduct) => [
  ...found.images.map((url) => ({ url, variant: null })),
  ...new Map(
    found.options.flatMap(({ values }) =>
      values.flatMap(({ value, image }) =>
        image && !found.images.includes(image) ? [[image, { url: image, variant: value }] as const] : [],
      ),
    ),
  ).values(),
]

/** Products with their variants, suppliers and the first entry of their history, four statements. */
export async function insertProducts(
  tx: Tx,
  who: { workplace_id: string; user_id: string },
  made: readonly NewProduct[],
  pricing: Pricing,
  now: Date,
): Promise<void> {
  if (made.length === 0) return
  const { workplace_id, user_id } = who
  const watched = pricing.settings.monitoring.track_new_products
  const rows = made.map(({ item, found, product_id, product, links, currency, status }) => {
    const { variants: _, images, options, ...rest } = product
    const about = {
      currency,
      ship_to: item.ship_to,
      shipping_cost: found.shipping_cost,
      watched,
      source_product_id: item.source_product_id,
      status,
    }
    return {
      ...rest,
      product_id,
      images: JSON.stringify(images),
      options: JSON.stringify(options),
      currency,
      ship_to: item.ship_to,
      source: item.source,
      source_product_id: item.source_product_id,
      seller_id: found.seller_id,
      product_link: found.product_link,
      origin_images: JSON.stringify(originImages(found)),
      status,
      watched,
      shipping_cost: found.shipping_cost,
      ...summarise(product, links, about, pricing),
      workplace_id,
      created_at: now,
      updated_at: now,
    }
  })
  await tx.insertInto('products').values(rows).execute()
  await insertVariants(tx, workplace_id, made)
  await sql`insert into product_changes (workplace_id, product_id, revision, change_id, user_id, kind, fields,
    created_at, updated_at)
    select ${workplace_id}, id, 1, id, ${user_id}, 'import', '{}', ${now}, ${now}
      from unnest(${made.map(({ product_id }) => product_id)}::uuid[]) id`.execute(tx)
}
