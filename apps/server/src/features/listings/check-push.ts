import type { In, Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { feeTermsOf } from '@omni/domain/analytics/fee-terms.ts'
import { pieceProfit } from '@omni/domain/analytics/piece-profit.ts'
import type { Channel, ListingDocument } from '@omni/domain/channels/document.ts'
import { checkListing, type Finding } from '@omni/domain/channels/check-listing.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { say } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Loaded, loadProducts, supplies } from '../product-center/load-products.ts'
import { type Pricing, readPricing } from '../product-center/pricing.ts'
import { readStores, type StoreRow } from '../stores/store-row.ts'
import { askMarketplace } from './ask-marketplace.ts'
import { desiredDocument } from './desired.ts'
import { productPages } from './product-pages.ts'

type Item = Out<typeof listingCalls.checkPush>['items'][number]

/** What a push would do, per product and store, before anything is sent. */
export async function checkPush(ctx: Ctx, { product_ids, store_ids }: In<typeof listingCalls.checkPush>) {
  const { stores, products, pricing, listed, countries, pages } = await ctx.db.read(async (tx) => {
    const stores = (await readStores(tx, ctx.workplace_id)).filter(({ id }) => store_ids.includes(id))
    if (stores.length < new Set(store_ids).size) refuse('shop_id_invalid')
    const pages = new Map<string, Map<string, string>>()
    for (const { id, platform } of stores)
      pages.set(id, await productPages(tx, ctx.workplace_id, platform, product_ids))
    return {
      stores,
      products: await loadProducts(tx, ctx.workplace_id, product_ids, false),
      pricing: await readPricing(tx, ctx.workplace_id),
      listed: await listedStates(tx, ctx.workplace_id, product_ids),
      countries: await countriesOf(tx, ctx.workplace_id),
      pages,
    }
  })
  const items: Item[] = []
  for (const store of stores) {
    const fresh = products.filter(({ product_id }) => isNew(listed.get(`${store.id} ${product_id}`)))
    // Asked of the store itself, with no connection held meanwhile.
    const asked = await askMarketplace(ctx, store, fresh)
    for (const product of products)
      items.push(
        checkOne(ctx, product, store, pricing, {
          listed: listed.get(`${store.id} ${product.product_id}`),
          country: countries.get(store.id) ?? '',
          asked: asked.get(product.product_id) ?? [],
          link: pages.get(store.id)?.get(product.product_id),
        }),
      )
  }
  return { items }
}

async function countriesOf(tx: Tx, workplace_id: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('store_connections')
    .select(['store_id', 'country'])
    .where('workplace_id', '=', workplace_id)
    .execute()
  return new Map(rows.map(({ store_id, country }) => [store_id, country]))
}

interface Known {
  listed: Listed | undefined
  country: string
  asked: readonly Finding[]
  /** Where its own page is, for a catalog. */
  link: string | undefined
}
type Listed = { state: string; revision: number }

async function listedStates(tx: Tx, workplace_id: string, product_ids: readonly string[]) {
  const { rows } = await sql<{ store_id: string; product_id: string; state: string; revision: number }>`
    select store_id, product_id, state, revision from listings
    where workplace_id = ${workplace_id} and product_id = any(${[...product_ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [`${row.store_id} ${row.product_id}`, row]))
}

function checkOne(
  ctx: Ctx,
  product: Loaded,
  store: StoreRow,
  pricing: Pricing,
  { listed, country, asked, link }: Known,
): Item {
  const target = { currency: store.currency, rates: pricing.rates, public_url: ctx.config.PUBLIC_URL }
  const settings = { is_publish: true, allow_sell_out_of_stock: true }
  const document = desiredDocument(product, { ...target, settings, link })
  const prices = document?.variants.map(({ price }) => price) ?? []
  const own = document ? checkListing(store.platform satisfies Channel, document, country) : [NO_RATE]
  const found = [...own, ...asked]
  return {
    product_id: product.product_id,
    store_id: store.id,
    will: willDo(listed, product.revision),
    currency: store.currency,
    ship_to: product.ship_to,
    price_min: prices.length === 0 ? 0 : Math.min(...prices),
    price_max: prices.length === 0 ? 0 : Math.max(...prices),
    ...(document ? profitIn(product, document, store, pricing) : UNKNOWN),
    problems: found.map(({ severity, field, problem, limit, name }) => ({
      severity,
      field,
      message: say(ctx.language, `push.${problem}`, { limit: limit ?? 0, currency: store.currency, name: name ?? '' }),
    })),
  }
}

const NO_RATE: Finding = { severity: 'block', field: 'price', problem: 'no_rate' }

const isNew = (listed: Listed | undefined) => !listed || listed.state === 'gone' || listed.state === 'removed'

function willDo(listed: Listed | undefined, revision: number): Item['will'] {
  if (!listed || isNew(listed)) return 'create'
  return listed.state === 'idle' && listed.revision === revision ? 'nothing' : 'update'
}

const UNKNOWN = { profit: null, fees: null }

/** Of the variant that earns least, after every cost and fee; null where the cost of one of them is not known. */
function profitIn(
  product: Loaded,
  document: ListingDocument,
  { platform, currency }: StoreRow,
  { settings, rates }: Pricing,
): Pick<Item, 'profit' | 'fees'> {
  const terms = { rule: settings.selling_price, fees: feeTermsOf(settings, platform) }
  const supply = supplies(product.links, product.ship_to)
  const { shipping_cost: shipping } = product
  const enabled = product.product.variants.filter((variant) => variant.enabled)
  const profits = enabled.flatMap(({ variant_id }, at) => {
    const price = document.variants[at]?.price
    const cost = supply.get(variant_id)?.cost ?? null
    if (price === undefined || cost === null) return []
    const earned = pieceProfit({ price, cost, shipping, currency, rates }, terms)
    return earned.ok ? [earned.value] : []
  })
  const [least] = profits.toSorted((a, b) => a.profit - b.profit)
  if (!least || profits.length < enabled.length) return UNKNOWN
  const { state, profit, margin } = least
  return { profit: { state, currency, amount: profit, margin }, fees: least.channel_fee + least.payment_fee }
}
