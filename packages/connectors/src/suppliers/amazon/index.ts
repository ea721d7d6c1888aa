/**
 * Amazon Creators API, product lookup. Amazon publishes no schema. Seen where:
 * - Two Python bots, a PHP module and the setup notes of a Spanish shop, written apart from each other (2026): the six
 *   credential versions with their token addresses, the two spellings of the scope, form or JSON, and "Version"
 *   behind the token of 2.x alone. Amazon's own sample code (pawan1793/amazon-creatorsapi-php-sdk) names the regions.
 * - A copy of Amazon's reference pages in a public repository: fields, resources, conditions, types of availability,
 *   and that pages of variations are told with a resource of their own. Sample replies of it were read by the mapping.
 * - `errors[].reason` with AssociateNotEligible: two clients.
 * - One call a second and 8,640 a day before sales: from notes (PA-API's rule); one public client pauses 1.1 s.
 */
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { anyCountry, siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { App, ask, type Call, Credentials, mint, NEW_ACCOUNT, perDayAt } from './client.ts'
import { ITEM_HINT, toProduct, toSummary } from './map.ts'
import { marketplaceFor } from './places.ts'
import { type Item, ItemsReply, SearchReply, VariationsReply } from './schemas.ts'

const MAX_ITEMS = 10
const MAX_PAGES = 10
const MAX_VARIATION_PAGES = 300 // more variants than any shop takes

/** `fallback` instead of the vendor's "there is none". */
const orNone =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof VendorError && error.kind === 'not_found') return fallback
    throw error
  }

/** All children of a parent; none when it has none. */
async function variationsOf(call: Call, asin: string, ship_to: string): Promise<z.output<typeof Item>[]> {
  const items: z.output<typeof Item>[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { variationsResult } = await ask(
      call,
      'getVariations',
      ship_to,
      { asin, variationPage: page },
      VariationsReply,
    ).catch(orNone({ variationsResult: null }))
    items.push(...(variationsResult?.items ?? []))
    const { pageCount, variationCount } = variationsResult?.variationSummary ?? {}
    const known = pageCount ?? (variationCount == null ? null : Math.ceil(variationCount / MAX_ITEMS))
    // Where nobody tells how many pages there are, a full one is followed by another.
    const full = variationsResult?.items.length === MAX_ITEMS && page < MAX_VARIATION_PAGES
    pages = known ?? (full ? page + 1 : 0)
  }
  return items
}

export const amazon = defineSupplier({
  id: 'amazon',
  name: 'Amazon',
  proved: { account: ['documents', 'clients'], catalogue: ['documents', 'clients'] },
  badge: { colour: '#27364B', glyph: 'M6 12.2c2.6 1.8 5.6 1.8 8 0M10 10V6.6' },
  bought_by_extension: true,
  settings: {
    AMAZON_URL: { default: 'https://creatorsapi.amazon', sandbox: '{sandbox}/amazon' },
    /** Empty: the one of the credential's version. */
    AMAZON_TOKEN_URL: { sandbox: '{sandbox}/amazon/auth/o2/token' },
    AMAZON_CREDENTIAL_VERSION: {
      default: '3.1',
      pattern: { is: String.raw`^[23]\.[123]$`, must: 'must be 2.1 to 2.3 or 3.1 to 3.3' },
    },
    AMAZON_MARKETPLACE: { default: 'www.amazon.com' },
    AMAZON_CREDENTIAL_ID: { sandbox: 'amzn1.sandbox' },
    AMAZON_CREDENTIAL_SECRET: { sandbox: 'sandbox-amazon-secret' },
    AMAZON_PARTNER_TAG: { sandbox: 'omni-20' },
    /** Tags of other marketplaces that the same credentials reach: `CA:omnica-20`. */
    AMAZON_PARTNER_TAGS: {},
    /** Calls a second that the account has earned: 1 without sales, 10 at most. A day has 8,640 times as many. */
    AMAZON_PER_SECOND: {
      default: '1',
      pattern: { is: String.raw`^([1-9](\.\d+)?|10)$`, must: 'must be 1 to 10' },
      sandbox: '10',
    },
  },
  deploy: [
    {
      variables: ['AMAZON_CREDENTIAL_ID', 'AMAZON_CREDENTIAL_SECRET', 'AMAZON_PARTNER_TAG'],
      meaning: 'Amazon Creators API; note its rule of 24 hours for kept data',
      without: 'off',
    },
    {
      variables: ['AMAZON_CREDENTIAL_VERSION', 'AMAZON_TOKEN_URL'],
      meaning:
        "as Amazon shows it beside the credential: 2.1 to 2.3 (Cognito) or 3.1 to 3.3 (Login with Amazon); the second digit is the region (NA, EU, FE). The token's address follows from it",
      without: '3.1',
    },
    {
      variables: ['AMAZON_MARKETPLACE', 'AMAZON_PARTNER_TAGS'],
      meaning:
        'the home marketplace; tags of others in the same region, as `CA:omnica-20`: a country with a tag is asked for at its own marketplace',
      without: 'www.amazon.com; none',
    },
    {
      variables: ['AMAZON_PER_SECOND'],
      meaning: 'calls a second that the account has earned, 1 to 10; a day has 8,640 times as many',
      without: '1',
    },
  ],
  searches_by_words: true,
  via: 'api',
  app: App,
  credentials: Credentials,
  // What an account without sales may do. `account.limits` says more, where the operator has set it.
  limits: { ...NEW_ACCOUNT, of: 'app' },
  setup: (env) => ({
    app: {
      base_url: env['AMAZON_URL'] ?? '',
      token_url: env['AMAZON_TOKEN_URL'] ?? '',
      credential_id: env['AMAZON_CREDENTIAL_ID'] ?? '',
      credential_secret: env['AMAZON_CREDENTIAL_SECRET'] ?? '',
      partner_tag: env['AMAZON_PARTNER_TAG'] ?? '',
      partner_tags: env['AMAZON_PARTNER_TAGS'] ?? '',
      ...(env['AMAZON_CREDENTIAL_VERSION'] && { credential_version: env['AMAZON_CREDENTIAL_VERSION'] }),
      ...(env['AMAZON_MARKETPLACE'] && { marketplace: env['AMAZON_MARKETPLACE'] }),
      ...(env['AMAZON_PER_SECOND'] && { per_second: env['AMAZON_PER_SECOND'] }),
    },
    ...(env['AMAZON_CREDENTIAL_ID'] && { start: { code: '' } }),
  }),
  account: {
    connect: (call) => mint(call),
    refresh: (call) => mint(call),
    limits: async ({ app: { per_second } }) => ({ per_second, per_day: perDayAt(per_second) }),
  },
  productIdOf(address) {
    const url = siteUrl(address, 'amazon', anyCountry('amazon'))
    return url && (/\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:[/?]|$)/.exec(url.pathname)?.[1] ?? null)
  },
  catalog: {
    async search(call, { text, category_id, page_size, cursor, ship_to }) {
      const page = Number(cursor ?? 1)
      const count = Math.min(page_size, MAX_ITEMS)
      const { searchResult } = await ask(
        call,
        'searchItems',
        ship_to,
        {
          ...(text && { keywords: text }),
          ...(category_id && { browseNodeId: category_id }),
          searchIndex: 'All',
          itemCount: count,
          itemPage: page,
        },
        SearchReply,
      ).catch(orNone({ searchResult: null }))
      const found = searchResult?.items ?? []
      const total = searchResult?.totalResultCount ?? 0
      const items = [...new Map(found.map(toSummary).map((row) => [row.source_product_id, row])).values()]
      return {
        items,
        next: found.length > 0 && page < MAX_PAGES && page * count < total ? String(page + 1) : null,
        total,
      }
    },
    async get(call, { product_id, ship_to, hint }) {
      const { marketplace } = marketplaceFor(ship_to, call.app)
      const item = async () => {
        const { itemsResult } = await ask(call, 'getItems', ship_to, { itemIds: [product_id] }, ItemsReply)
        return itemsResult?.items ?? []
      }
      // An item that its list showed without a parent is asked for directly: that saves every second call.
      const alone = hint === ITEM_HINT ? await item() : []
      if (alone.some(({ parentASIN }) => !parentASIN)) return toProduct(product_id, alone, marketplace)
      const children = await variationsOf(call, product_id, ship_to)
      if (children.length > 0) return toProduct(product_id, children, marketplace)
      return toProduct(product_id, alone.length > 0 ? alone : await item(), marketplace)
    },
  },
})
