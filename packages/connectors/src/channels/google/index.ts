/**
 * Google: products of a Merchant Center account, Merchant API v1. The Content API, which ended, is not used. What was
 * seen where (November 2026):
 * - paths, parameters, names and types of accounts, data sources, product inputs, products and their status: Google's
 *   discovery document of the products API (googleapis/google-api-nodejs-client, revision of July 2026) and the samples
 *   of google/merchant-api-samples (nodejs, May 2026).
 * - an insert replaces what has the same id; versionNumber; base64url names; what a mask names without a value is taken
 *   away: the same discovery document, and woocommerce/google-listings-and-ads (pull request 3445).
 * - the table product_view and that it filters by any field but two: the discovery document of the reports API, and
 *   Google's guide on filtering products.
 * - quotas by groups of methods, per minute and per day: the service definition of the quota API, and Google's page on it.
 * - 401 for a project that is not registered, quota/daily_limit_exceeded: Google's pages on registration and quotas.
 * From notes alone, to be confirmed with a live account: a PATCH or DELETE of a missing input is 404; the prefix
 * `customAttribute.` in a mask (the discovery text says custom_attribute, a sample custom_attributes); `pause` with ALL
 * hides a product; products lapse 30 days after their last insert.
 * Verified against our sandbox only. Google has no tags, SEO texts, texts for pictures and quantities: they are not sent
 * and read back empty; a quantity becomes "in stock" or "out of stock". Nothing tells us of changes: its notifications
 * are about approvals.
 */
import { defineChannel } from '../channel.ts'
import { authorizeUrl, connect, listAccounts, pickAccount, readLimits, readStore, refresh } from './account.ts'
import { App, Credentials } from './client.ts'
import { AT_ONCE, listListings, readListings } from './listing-reads.ts'
import {
  CHAIN_MS,
  createListing,
  removeListing,
  renewListing,
  updateListing,
  updateVariants,
} from './listing-writes.ts'

const MINUTE = 60_000

export const google = defineChannel({
  id: 'google',
  name: 'Google',
  proved: { account: ['documents'], listings: ['schema', 'documents', 'clients'] },
  badge: { colour: '#1A73C8', glyph: 'M13.6 10H10.4M13 7.4a4 4 0 1 0 .6 2.6' },
  // A variant is an item of its own, so its number is ours; titles and pictures as documented.
  listing_limits: { title: 150, variants: 1000, options: 10, pictures: 11, catalog: true },
  settings: {
    /** Google Merchant Center: a client whose project is registered there. */
    GOOGLE_MERCHANT_CLIENT_ID: { sandbox: 'sandbox-merchant.apps.googleusercontent.test' },
    GOOGLE_MERCHANT_CLIENT_SECRET: { sandbox: 'sandbox-merchant-secret' },
    GOOGLE_MERCHANT_AUTH_URL: {
      default: 'https://accounts.google.com/o/oauth2/v2/auth',
      sandbox: '{sandbox}/google-merchant/o/oauth2/v2/auth',
    },
    GOOGLE_MERCHANT_TOKEN_URL: {
      default: 'https://oauth2.googleapis.com/token',
      sandbox: '{sandbox}/google-merchant/token',
    },
    GOOGLE_MERCHANT_API_URL: { default: 'https://merchantapi.googleapis.com', sandbox: '{sandbox}/google-merchant' },
  },
  deploy: [
    {
      variables: ['GOOGLE_MERCHANT_CLIENT_ID', 'GOOGLE_MERCHANT_CLIENT_SECRET'],
      meaning:
        "Omni's OAuth client for Google Merchant Center; its project is registered with Google's Merchant API, and it names `PUBLIC_URL`/callback as a redirect. `GOOGLE_MERCHANT_AUTH_URL`, `_TOKEN_URL`, `_API_URL` lead to a sandbox if need be",
      without: 'off',
    },
  ],
  needs: 'GOOGLE_MERCHANT_CLIENT_ID',
  app: App,
  credentials: Credentials,
  // Until it is asked what the account may do (ours).
  limits: { per_second: 10, burst: AT_ONCE },
  times: { answers_within_ms: CHAIN_MS + MINUTE, lands_within_ms: CHAIN_MS + 2 * MINUTE, shows_within_ms: 30 * MINUTE },
  variants_at_once: 100,
  reads_all_every_ms: 60 * MINUTE,
  setup: (env) => ({
    app: {
      client_id: env['GOOGLE_MERCHANT_CLIENT_ID'] ?? '',
      client_secret: env['GOOGLE_MERCHANT_CLIENT_SECRET'] ?? '',
      auth_url: env['GOOGLE_MERCHANT_AUTH_URL'] ?? '',
      token_url: env['GOOGLE_MERCHANT_TOKEN_URL'] ?? '',
      api_url: env['GOOGLE_MERCHANT_API_URL'] ?? '',
    },
  }),
  account: { authorizeUrl, connect, refresh, limits: readLimits },
  outlets: { list: listAccounts, pick: pickAccount },
  storeAddress: accountId,
  store: readStore,
  listings: {
    find: (call, { key }) => readListings(call, { remote_ids: [key] }),
    read: readListings,
    list: listListings,
    create: { cost: ({ document }) => ({ units: document.variants.length }), send: createListing },
    update: { cost: ({ remote }) => ({ units: remote.variants.length }), send: updateListing },
    variants: {
      cost: ({ create, update, remove }) => ({ units: create.length + update.length + remove.length }),
      send: updateVariants,
    },
    remove: { send: removeListing },
    renew: { send: renewListing },
  },
})

/** An account is known by its number. */
function accountId(typed: string): string | null {
  const number = typed.trim().replace(/\/+$/, '')
  return /^\d{3,20}$/.test(number) ? number : null
}
