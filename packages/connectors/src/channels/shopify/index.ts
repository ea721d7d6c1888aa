/**
 * Shopify, Admin GraphQL API. What was seen where (November 2026):
 * - types, arguments and codes of user errors: Shopify's published schema of 2026-10; every document is validated
 *   against it in the test command. The price of productSet: the schema's descriptions and the changelog of October 2025.
 * - custom ids (a metafield of type `id` is unique; productSet creates or updates by it; the value also stands in the
 *   input): Shopify's guide "Working with custom IDs" and the changelog of April 2025.
 * - expiring offline tokens, 60 minutes, a refresh token that may be sent again until its successor is used: the
 *   changelogs of December 2025 and August 2026, and the Rust SDK shopify-sdk.
 * - token exchange (grant, token types, `expiring`) and the claims of a session token: Shopify's own shopify-api-js and
 *   shopify-app-python, and several apps' code.
 * - the callback's hmac (hex, sorted, without hmac and signature) and the webhook's (base64, raw body): a guide of
 *   hookdeck/webhook-skills and several apps' code.
 * - 401 {"errors":"[API] Invalid API key or access token …"}: Shopify/shopify-cli 263, frappe/ecommerce_integrations 380.
 *   402 and 403 {"errors":"Unavailable Shop"}: Shopify/shopify-cli 1770, orbit-apps/elixir-shopifyapi 382.
 * - throttleStatus in every reply: recorded reply in mikeacjones/erp-to-shopify-scheduler and five clients' types.
 * - CHANGE_FROM_QUANTITY_STALE, changeFromQuantity always sent, @idempotent: the schema, and four clients.
 * - orders: fields and their types from the schema; what the statuses mean from its descriptions. Whether a refund also
 *   lowers unfulfilledQuantity is not said there: the smaller of the two quantities is what is still wanted.
 * - refunds that we make: refunds.ts.
 * - the price of a connection is not published; one measurement on Shopify's developer forum (see documents.ts).
 * From notes, to be confirmed with a live store: reasons of an inventory change, a mutation's base price of 10, that
 * productSet takes a variant without an id for the one with the same options, "does not exist" of productDelete.
 */
import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { z } from 'zod'
import { defineChannel, type ListingUpdate, type StockUpdate, type VariantsUpdate, type Written } from '../channel.ts'
import type { VendorCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { tagCost, tagOrder } from './tags.ts'
import { OLD_SECRETS } from '../../old-secrets.ts'
import { App, type Credentials, Credentials as CredentialsSchema, secretsOf, storeAddress } from './app.ts'
import { billing } from './billing.ts'
import { cancelCost, cancelOrder } from './cancel.ts'
import { ask, change, readDone, smaller } from './client.ts'
import {
  DELETE,
  FIND,
  LIST,
  LIST_AT_ONCE,
  MORE_VARIANTS,
  PUBLICATIONS,
  PUBLISH,
  PUBLISHED,
  type PublishPart,
  READ,
  READ_AT_ONCE,
  SET,
  STOCK,
  STORE,
  SUBSCRIBE,
  SUBSCRIPTIONS,
  UNSUBSCRIBE,
  type VariantPart,
  VARIANTS,
} from './documents.ts'
import { readExport, startExport } from './export.ts'
import {
  countNew,
  customId,
  firstPart,
  toRemote,
  toSetInput,
  toUpdateInput,
  toVariant,
  toVariantInputs,
} from './map.ts'
import { authorizeUrl, connect, refresh, verifyCallback } from './oauth.ts'
import { exchange } from './token-exchange.ts'
import { createFulfilment, fulfilCost, readFulfilments, updateCost, updateFulfilment } from './fulfilments.ts'
import { listOrders, readOrders } from './orders.ts'
import { createRefund, findRefunds, refundCost, suggestRefund } from './refunds.ts'
import { requests } from './requests.ts'
import {
  FindReply,
  ListReply,
  MoreVariantsReply,
  type Product,
  PublicationsReply,
  PublishedReply,
  ReadReply,
  StoreReply,
  SubscriptionsReply,
  WrittenProduct,
} from './schemas.ts'
import { TOPICS, topicName, topicOf, verify, verifyCompliance } from './webhooks.ts'

type Call = VendorCall<App, Credentials>

/** Fits every plan; the first reply tells the store's own. */
const STANDARD = { per_second: 100, burst: 1000 }
const REASON = 'correction'
const NOTHING = { outcome: 'not_sent', reason: 'there is nothing to change' } as const

/** A product as a whole, whatever number of variants it has. */
async function whole(call: Call, product: Product): Promise<RemoteListing> {
  const { currency, location_id: location } = call.credentials
  const listing = toRemote(product, currency)
  let page = product.variants.pageInfo
  while (page.hasNextPage && page.endCursor !== null) {
    const document = { text: MORE_VARIANTS.text, cost: MORE_VARIANTS.cost() }
    const reply = await ask(call, document, { id: product.id, after: page.endCursor, location }, MoreVariantsReply)
    if (!reply.product) break
    const { nodes, pageInfo } = reply.product.variants
    listing.variants.push(...nodes.map((variant) => toVariant(variant, false, currency)))
    page = pageInfo
  }
  return listing
}

const wholes = async (call: Call, products: readonly Product[]): Promise<RemoteListing[]> => {
  const all: RemoteListing[] = []
  for (const product of products) all.push(await whole(call, product))
  return all
}

/** Those that are there, as a whole. */
async function readAll(call: Call, remote_ids: readonly string[]): Promise<RemoteListing[]> {
  const found: RemoteListing[] = []
  for (let start = 0; start < remote_ids.length;) {
    const { nodes, size } = await smaller(READ_AT_ONCE, async (size) => {
      const ids = remote_ids.slice(start, start + size)
      const variables = { ids, location: call.credentials.location_id }
      return { ...(await ask(call, { text: READ.text, cost: READ.cost(ids.length) }, variables, ReadReply)), size }
    })
    found.push(
      ...(await wholes(
        call,
        nodes.filter((node) => node !== null),
      )),
    )
    start += size
  }
  return found
}

/** The reply holds no more than the id: variants and pictures cost a point each, and a read is cheaper. */
const written = (
  outcome: Awaited<ReturnType<typeof change>>,
  left_out: readonly (readonly string[])[] = [],
): WriteOutcome<Written> =>
  readDone(outcome, WrittenProduct, ({ product }) => ({ remote_id: product.id, listing: null, left_out }))

const countUpdate = ({ remote, fields }: ListingUpdate) => ({
  variants: fields.options ? remote.variants.length : 0,
  variant_files: 0,
  files: fields.pictures?.length ?? 0,
  metafields: 0,
})

/** Removed first, so that its options are free again; but a product never stands without a variant. */
function variantParts({ remote, create, update, remove }: VariantsUpdate): VariantPart[] {
  const parts: VariantPart[] = []
  const last = remove.length >= remote.variants.length
  if (remove.length > 0 && !last) parts.push('remove')
  if (update.length > 0) parts.push('update')
  if (create.length > 0) parts.push('create')
  if (remove.length > 0 && last) parts.push('remove')
  return parts
}

const publishParts = (input: { publish: string[]; unpublish: string[] }): PublishPart[] =>
  (['publish', 'unpublish'] as const).filter((part) => input[part].length > 0)

function quantitiesOf({ remote, quantities }: StockUpdate, locationId: string) {
  const itemOf = new Map(
    remote.variants.map(({ remote_variant_id, inventory_id }) => [remote_variant_id, inventory_id]),
  )
  return quantities.map(({ remote_variant_id, quantity, from }) => ({
    inventoryItemId: itemOf.get(remote_variant_id) ?? remote_variant_id,
    locationId,
    quantity,
    changeFromQuantity: from,
  }))
}

/** Within 30 days. */
const COMPLIANCE_DUE_DAYS = 30

export const shopify = defineChannel({
  id: 'shopify',
  name: 'Shopify',
  proved: {
    account: ['documents', 'clients'],
    listings: ['schema', 'documents'],
    publications: ['schema'],
    orders: ['schema'],
    cancelling: ['schema', 'clients'],
    refunding: ['schema', 'documents', 'clients'],
    tags: ['schema'],
    fulfilments: ['schema', 'clients'],
    requests: ['schema', 'clients'],
    webhooks: ['documents', 'clients'],
    billing: ['schema', 'documents', 'clients'],
  },
  badge: { colour: '#4E8A2E', glyph: 'M6.6 8h6.8l.6 6H6zM8.2 8a1.8 1.8 0 0 1 3.6 0' },
  // Documented limits of 2026-10.
  listing_limits: { title: 255, variants: 2048, options: 3, pictures: 250 },
  settings: {
    SHOPIFY_API_KEY: { sandbox: 'sandbox-shopify-key' },
    SHOPIFY_API_SECRET: { sandbox: 'sandbox-shopify-secret' },
    SHOPIFY_OLD_SECRETS: { pattern: OLD_SECRETS },
    /** `{shop}` stands for the store's own address. */
    SHOPIFY_BASE_URL: { default: 'https://{shop}', sandbox: '{sandbox}/shopify/{shop}' },
  },
  deploy: [
    {
      variables: ['SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET'],
      meaning:
        "Omni's app at Shopify: sellers connect their stores through it. Its settings there name `PUBLIC_URL` as the app's address and `PUBLIC_URL/hooks/shopify/compliance` for each of the three compliance webhooks; requests for a customer's data are logged and stay open in `compliance_requests` until an operator answers them. `SHOPIFY_OLD_SECRETS` keeps a replaced secret valid until a day (see below). `SHOPIFY_BASE_URL` (`https://{shop}`) leads to a sandbox if need be",
      without: 'off',
    },
  ],
  needs: 'SHOPIFY_API_KEY',
  address_suffix: '.myshopify.com',
  embedded_in: 'https://admin.shopify.com',
  return_query: ['shop', 'hmac'],
  app: App,
  credentials: CredentialsSchema,
  limits: STANDARD,
  times: { answers_within_ms: 30_000, lands_within_ms: 120_000, shows_within_ms: 30_000 },
  variants_at_once: 250,
  at_once: 32,
  setup: (env) => ({
    app: {
      api_key: env['SHOPIFY_API_KEY'] ?? '',
      api_secret: env['SHOPIFY_API_SECRET'] ?? '',
      old_secrets: env['SHOPIFY_OLD_SECRETS'] ?? '',
      base_url: env['SHOPIFY_BASE_URL'] ?? '',
    },
  }),
  account: { authorizeUrl, connect, refresh },
  exchange,
  verifyReturn: (app, query, now) => secretsOf(app, now).some((secret) => verifyCallback(query, secret)),
  productOfNumber: (number) => `gid://shopify/Product/${number}`,
  storeAddress: (typed) => storeAddress(typed),
  async store(call) {
    const { shop, currentAppInstallation } = await ask(call, { text: STORE.text, cost: STORE.cost() }, {}, StoreReply)
    return {
      platform_domain: shop.myshopifyDomain,
      domain: shop.primaryDomain.host,
      name: shop.name,
      currency: shop.currencyCode,
      country: shop.shopAddress.countryCodeV2 ?? '',
      owner_name: shop.shopOwnerName,
      owner_email: shop.email,
      plan_name: shop.plan.publicDisplayName,
      scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
    }
  },
  listings: {
    async find(call, { key }) {
      const document = { text: FIND.text, cost: FIND.cost() }
      const { productByIdentifier: found } = await ask(call, document, { identifier: customId(key) }, FindReply)
      return found ? readAll(call, [found.id]) : []
    },
    read: (call, { remote_ids }) => readAll(call, remote_ids),
    async list(call, { cursor, changed_since, page_size }) {
      const { products } = await smaller(Math.min(page_size, LIST_AT_ONCE), (first) =>
        ask(
          call,
          { text: LIST.text, cost: LIST.cost(first) },
          {
            first,
            location: call.credentials.location_id,
            after: cursor ?? null,
            query: changed_since ? `updated_at:>='${changed_since.toISOString()}'` : null,
          },
          ListReply,
        ),
      )
      const { hasNextPage, endCursor } = products.pageInfo
      return { items: await wholes(call, products.nodes), next: hasNextPage ? endCursor : null }
    },
    startExport,
    readExport,
    create: {
      cost(input) {
        const part = firstPart(input)
        return { units: SET.cost(countNew(part, part.document.variants)) }
      },
      async send(call, input) {
        const part = firstPart(input)
        const listing = toSetInput(part, call.credentials)
        const left_out = input.document.variants.slice(part.document.variants.length)
        return written(
          await change(call, SET.text, { identifier: customId(input.key), input: listing }),
          left_out.map(({ option_values }) => option_values),
        )
      },
    },
    update: {
      cost: (input) => ({ units: SET.cost(countUpdate(input)) }),
      send: async (call, input) =>
        written(
          await change(call, SET.text, { identifier: { id: input.remote.remote_id }, input: toUpdateInput(input) }),
        ),
    },
    variants: {
      cost: (input) => ({ units: VARIANTS.cost(variantParts(input).length) }),
      async send(call, input) {
        const parts = variantParts(input)
        if (parts.length === 0) return NOTHING
        const inputs = toVariantInputs(input, call.credentials)
        const variables = Object.fromEntries(parts.map((part) => [part, inputs[part]]))
        return written(await change(call, VARIANTS.text(parts), { id: input.remote.remote_id, ...variables }))
      },
    },
    stock: {
      cost: { units: STOCK.cost() },
      async send(call, input) {
        const quantities = quantitiesOf(input, call.credentials.location_id)
        // A key for each send: a figure that was overtaken is refused by what was seen before, not by the key.
        const key = crypto.randomUUID()
        const variables = { key, input: { name: 'available', reason: REASON, quantities } }
        const outcome = await change(call, STOCK.text, variables)
        const { remote_id } = input.remote
        return readDone(outcome, z.object({}), () => ({ remote_id, listing: null }))
      },
    },
    remove: {
      cost: { units: DELETE.cost() },
      async send(call, { remote_id }) {
        const outcome = await change(call, DELETE.text, { id: remote_id })
        return readDone(outcome, z.object({ deletedProductId: z.string() }), () => ({ remote_id, listing: null }))
      },
    },
  },
  // From memory, to be confirmed with a live store.
  orderPage: (domain, id) => `https://${domain}/admin/orders/${id.split('/').at(-1) ?? ''}`,
  orders: {
    read: readOrders,
    list: listOrders,
    cancel: { cost: cancelCost, send: cancelOrder },
    tag: { cost: tagCost, send: tagOrder },
  },
  cancelling_pays_back: true,
  refunds: { suggest: suggestRefund, find: findRefunds, create: { cost: refundCost, send: createRefund } },
  billing,
  fulfilments: {
    read: readFulfilments,
    create: { cost: fulfilCost, send: createFulfilment },
    update: { cost: updateCost, send: updateFulfilment },
  },
  requests,
  compliance: { due_days: COMPLIANCE_DUE_DAYS, verify: verifyCompliance },
  webhooks: {
    topics: TOPICS,
    secretsOf,
    async list(call) {
      const document = { text: SUBSCRIPTIONS.text, cost: SUBSCRIPTIONS.cost() }
      const { webhookSubscriptions } = await ask(call, document, {}, SubscriptionsReply)
      return webhookSubscriptions.nodes.map(({ id, topic, uri }) => ({
        remote_id: id,
        topic: topicOf(topic),
        url: uri,
        // Shopify removes a subscription that keeps failing; it never switches one off.
        active: true,
      }))
    },
    subscribe: {
      cost: { units: SUBSCRIBE.cost() },
      async send(call, { topic, url }) {
        const outcome = await change(call, SUBSCRIBE.text, { topic: topicName(topic), uri: url })
        const Made = z.object({ webhookSubscription: z.object({ id: z.string() }) })
        return readDone(outcome, Made, ({ webhookSubscription }) => ({ remote_id: webhookSubscription.id }))
      },
    },
    unsubscribe: {
      cost: { units: UNSUBSCRIBE.cost() },
      send: (call, { remote_id }) => change(call, UNSUBSCRIBE.text, { id: remote_id }),
    },
    verify,
  },
  publications: {
    async list(call) {
      const document = { text: PUBLICATIONS.text, cost: PUBLICATIONS.cost() }
      const { publications } = await ask(call, document, {}, PublicationsReply)
      return publications.nodes.map(({ id, catalog, channels }) => {
        const [channel] = channels?.nodes ?? []
        return { id, handle: channel?.handle ?? '', name: catalog?.title ?? channel?.name ?? '' }
      })
    },
    async of(call, { remote_id, ids }) {
      if (ids.length === 0) return []
      const document = { text: PUBLISHED.text(ids.length), cost: PUBLISHED.cost() }
      const variables = Object.fromEntries(ids.map((id, at) => [`p${at}`, id]))
      const { product } = await ask(call, document, { id: remote_id, ...variables }, PublishedReply)
      return product && ids.filter((_, at) => product[`p${at}`] === true)
    },
    publish: {
      cost: (input) => ({ units: PUBLISH.cost(publishParts(input).length) }),
      async send(call, input) {
        const parts = publishParts(input)
        if (parts.length === 0) return NOTHING
        const lists = parts.map((part) => [part, input[part].map((publicationId) => ({ publicationId }))])
        const outcome = await change(call, PUBLISH.text(parts), { id: input.remote_id, ...Object.fromEntries(lists) })
        return readDone(outcome, z.object({}), () => ({ remote_id: input.remote_id }))
      },
    },
  },
})
