import type { OpenChannel } from '@omni/connectors/channels/open-channel.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Finding } from '@omni/domain/channels/check-listing.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Loaded } from '../product-center/load-products.ts'
import { openStore } from '../stores/open-store.ts'
import type { StoreRow } from '../stores/store-row.ts'

/** Each product costs a call of the store's limits; beyond this the store itself says it when it refuses. */
const ASKED_AT_MOST = 20

const UNKNOWN: Finding = { severity: 'warn', field: 'category', problem: 'category_unknown' }
const NO_CATEGORY: Finding = { severity: 'block', field: 'category', problem: 'no_category' }

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
    const required = requiredOf(shop)
    for (const [at, { product_id, product }] of products.entries()) {
      const own = at < ASKED_AT_MOST ? await categoryFindings(shop, product, required) : [UNKNOWN]
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

/** The attributes that each category asks for; products of one category ask once. */
function requiredOf(shop: Requirements) {
  const known = new Map<string, Promise<string[]>>()
  return (category_id: string): Promise<string[]> => {
    const asked =
      known.get(category_id) ??
      shop
        .attributes({ category_id })
        .then((all) => all.filter(({ is_required }) => is_required).map(({ name }) => name))
    known.set(category_id, asked)
    return asked
  }
}

async function categoryFindings(
  shop: Requirements,
  { title, description }: { title: string; description: string },
  required: (category_id: string) => Promise<string[]>,
): Promise<Finding[]> {
  const category = await shop.recommend({ title, description })
  if (!category) return [NO_CATEGORY]
  const names = await required(category.id)
  return names.map((name) => ({ severity: 'block', field: 'category', problem: 'attribute_missing', name }))
}
