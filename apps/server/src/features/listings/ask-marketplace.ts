import type { OpenChannel } from '@omni/connectors/channels/open-channel.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Finding } from '@omni/domain/channels/check-listing.ts'
import { type CategoryAsks, type ListingDetails, missingDetails } from '@omni/domain/channels/listing-details.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Loaded } from '../product-center/load-products.ts'
import { openStore } from '../stores/open-store.ts'
import type { StoreRow } from '../stores/store-row.ts'
import { readDetails, readRemembered, suggestedDetails } from './listing-details.ts'

/** Each product costs a call of the store's limits; beyond this the store itself says it when it refuses. */
const ASKED_AT_MOST = 20

const UNKNOWN: Finding = { severity: 'warn', field: 'marketplace', problem: 'category_unknown' }
const NO_CATEGORY: Finding = { severity: 'block', field: 'marketplace', problem: 'no_category' }

type Requirements = NonNullable<OpenChannel['requirements']>

/** What only a marketplace knows of new products: what the store lacks, their category and what that asks for. */
export async function askMarketplace(
  ctx: Ctx,
  { id: store_id, platform }: StoreRow,
  products: readonly Loaded[],
): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>()
  if (!ctx.services.channels.definition(platform)?.requirements || products.length === 0) return found
  const store = await openStore(ctx, { workplace_id: ctx.workplace_id, store_id })
  const shop = store?.channel.requirements
  if (!shop) return found
  try {
    const ready = await storeFindings(shop)
    const asks = asksOf(shop)
    const filled = await ctx.db.read((tx) =>
      readDetails(
        tx,
        ctx.workplace_id,
        store_id,
        products.map(({ product_id }) => product_id),
      ),
    )
    const remembered = async (category_id: string) =>
      (await ctx.db.read((tx) => readRemembered(tx, ctx.workplace_id, store_id, [category_id]))).get(category_id)
    for (const [at, { product_id, product }] of products.entries()) {
      const own =
        at < ASKED_AT_MOST ? await productFindings(shop, product, filled.get(product_id), asks, remembered) : [UNKNOWN]
      found.set(product_id, [...ready, ...own])
    }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ store_id, err: error }, 'a marketplace could not be asked before a push')
    for (const { product_id } of products) if (!found.has(product_id)) found.set(product_id, [UNKNOWN])
  }
  return found
}

const storeFindings = async (shop: Requirements): Promise<Finding[]> =>
  (await shop.prerequisites(null))
    .filter(({ is_failed }) => is_failed)
    .map(({ item, reasons }) => ({
      severity: 'block',
      field: 'store',
      problem: 'store_not_ready',
      name: reasons[0] ?? item,
    }))

/** What each category asks for; products of one category ask once. */
function asksOf(shop: Requirements) {
  const known = new Map<string, Promise<CategoryAsks>>()
  return (category_id: string): Promise<CategoryAsks> => {
    const asked = known.get(category_id) ?? shop.asks({ category_id })
    known.set(category_id, asked)
    return asked
  }
}

const PROBLEMS = {
  attribute: 'attribute_missing',
  size_chart: 'size_chart_missing',
  manufacturer: 'manufacturer_missing',
  responsible: 'responsible_missing',
  parcel: 'parcel_missing',
} as const

/** As a push would send it: what was filled in, else the category as suggested with what is remembered of it. */
async function productFindings(
  shop: Requirements,
  { title, description }: { title: string; description: string },
  own: ListingDetails | undefined,
  asks: (category_id: string) => Promise<CategoryAsks>,
  remembered: (category_id: string) => Promise<ListingDetails | undefined>,
): Promise<Finding[]> {
  const category = own?.category ?? (await shop.recommend({ title, description }))
  if (!category) return [NO_CATEGORY]
  const details = own ?? suggestedDetails(category, await remembered(category.id))
  return missingDetails(await asks(category.id), details).map((one) => ({
    // Without a size of its own it is sent as the push has it.
    severity: one.what === 'parcel' ? 'warn' : 'block',
    field: 'marketplace',
    problem: PROBLEMS[one.what],
    ...(one.what === 'attribute' && { name: one.name }),
  }))
}
