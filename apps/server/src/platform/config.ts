import { OldSecrets } from '@omni/connectors/old-secrets.ts'
import { MAIN_COUNTRIES } from '@omni/domain/catalog/sources.ts'
import { findCountry } from '@omni/domain/countries.ts'
import { z } from 'zod'

const DatabaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

/** Secrets that were replaced, each accepted until a day: `first@2026-12-31`. Checked here, read by the connector. */
const OldSecretsText = z
  .string()
  .default('')
  .refine((text) => OldSecrets.safeParse(text).success, 'must be secret@year-month-day, separated by commas')

/** The whole environment of the server, read once. docs/deploy.md explains each variable. */
const Env = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** The schema's owner: migrations, and the job engine of a worker. */
  DATABASE_URL: DatabaseUrl.optional(),
  /** What the app itself signs in with: a role that cannot become the owner. An api needs no other. */
  APP_DATABASE_URL: DatabaseUrl.optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z.url().optional(),
  SECRETS_KEYS: z.string().min(1),
  SMTP_URL: z.string().default(''),
  MAIL_FROM: z.string().default('Omni <hello@omni.test>'),
  /** Who hears that the books do not agree. */
  ALARM_MAIL: z.string().default(''),
  SANDBOX_URL: z.string().default(''),
  RATES_URL: z.string().default('https://openexchangerates.org/api'),
  RATES_APP_ID: z.string().default(''),
  GOOGLE_ISSUER: z.string().default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_CLIENT_SECRET: z.string().default(''),
  FACEBOOK_DIALOG_URL: z.string().default('https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: z.string().default('https://graph.facebook.com'),
  FACEBOOK_APP_ID: z.string().default(''),
  FACEBOOK_APP_SECRET: z.string().default(''),
  FEATUREBASE_SSO_KEY: z.string().default(''),
  // Suppliers. Each is asked through the operator's own account; one without keys is not asked.
  ALIEXPRESS_URL: z.string().default('https://api-sg.aliexpress.com'),
  ALIEXPRESS_APP_KEY: z.string().default(''),
  ALIEXPRESS_APP_SECRET: z.string().default(''),
  ALIEXPRESS_REFRESH_TOKEN: z.string().default(''),
  CJ_URL: z.string().default('https://developers.cjdropshipping.com/api2.0/v1'),
  CJ_API_KEY: z.string().default(''),
  EBAY_URL: z.string().default('https://api.ebay.com'),
  EBAY_APP_ID: z.string().default(''),
  EBAY_CERT_ID: z.string().default(''),
  /** Where countries without a marketplace of their own are asked for. */
  EBAY_MARKETPLACE: z.string().default('EBAY_US'),
  /** Postal codes for calculated shipping, where the connector's own are not wanted: `US:19406,DE:10115`. */
  EBAY_ZIPS: z.string().default(''),
  /** Which goods enter the catalogue: one or several of new, refurbished, used. */
  EBAY_CONDITIONS: z
    .string()
    .regex(/^(new|refurbished|used)(,(new|refurbished|used))*$/, 'must be some of new,refurbished,used')
    .default('new'),
  AMAZON_URL: z.string().default('https://creatorsapi.amazon'),
  /** Empty: the one of the credential's version. */
  AMAZON_TOKEN_URL: z.string().default(''),
  AMAZON_CREDENTIAL_VERSION: z
    .string()
    .regex(/^[23]\.[123]$/, 'must be 2.1 to 2.3 or 3.1 to 3.3')
    .default('3.1'),
  AMAZON_MARKETPLACE: z.string().default('www.amazon.com'),
  AMAZON_CREDENTIAL_ID: z.string().default(''),
  AMAZON_CREDENTIAL_SECRET: z.string().default(''),
  AMAZON_PARTNER_TAG: z.string().default(''),
  /** Tags of other marketplaces that the same credentials reach: `CA:omnica-20`. */
  AMAZON_PARTNER_TAGS: z.string().default(''),
  /** Calls a second that the account has earned: 1 without sales, 10 at most. A day has 8,640 times as many. */
  AMAZON_PER_SECOND: z
    .string()
    .regex(/^([1-9](\.\d+)?|10)$/, 'must be 1 to 10')
    .default('1'),
  ZOPI_URL: z.string().default(''),
  ZOPI_API_KEY: z.string().default(''),
  /** Signs what the supplier tells at /hooks/suppliers/zopi. Empty: it is only asked. */
  ZOPI_WEBHOOK_SECRET: z.string().default(''),
  TEMU_URL: z.string().default('https://www.temu.com'),
  ALIBABA_URL: z.string().default('https://openapi-api.alibaba.com'),
  ALIBABA_AUTH_URL: z.string().default('https://openapi-auth.alibaba.com'),
  ALIBABA_APP_KEY: z.string().default(''),
  ALIBABA_APP_SECRET: z.string().default(''),
  ALIBABA_REFRESH_TOKEN: z.string().default(''),
  // Channels. Each store is connected by its owner; these are Omni's own application there.
  SHOPIFY_API_KEY: z.string().default(''),
  SHOPIFY_API_SECRET: z.string().default(''),
  SHOPIFY_OLD_SECRETS: OldSecretsText,
  /** `{shop}` stands for the store's own address. */
  SHOPIFY_BASE_URL: z.string().default('https://{shop}'),
  TIKTOK_APP_KEY: z.string().default(''),
  TIKTOK_APP_SECRET: z.string().default(''),
  TIKTOK_OLD_SECRETS: OldSecretsText,
  TIKTOK_SERVICE_ID: z.string().default(''),
  TIKTOK_API_URL: z.string().default('https://open-api.tiktokglobalshop.com'),
  TIKTOK_AUTH_URL: z.string().default('https://auth.tiktok-shops.com'),
  /** Shops of the US have an application, a secret and a page of their own: services.us.tiktokshop.com. */
  TIKTOK_CONSENT_URL: z.string().default('https://services.tiktokshop.com/open/authorize'),
  /** `{id}` stands for the product. */
  TIKTOK_PRODUCT_URL: z.string().default('https://shop.tiktok.com/view/product/{id}'),
  /** Facebook's catalogs: an app of its own beside the one people sign in with. */
  META_APP_ID: z.string().default(''),
  META_APP_SECRET: z.string().default(''),
  META_DIALOG_URL: z.string().default('https://www.facebook.com'),
  META_GRAPH_URL: z.string().default('https://graph.facebook.com'),
  /** Google Merchant Center: a client whose project is registered there. */
  GOOGLE_MERCHANT_CLIENT_ID: z.string().default(''),
  GOOGLE_MERCHANT_CLIENT_SECRET: z.string().default(''),
  GOOGLE_MERCHANT_AUTH_URL: z.string().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_MERCHANT_TOKEN_URL: z.string().default('https://oauth2.googleapis.com/token'),
  GOOGLE_MERCHANT_API_URL: z.string().default('https://merchantapi.googleapis.com'),
  /**
   * Replaces how long a store may take to answer a write, to carry it out and to show it, each. For tests and rehearsals
   * alone: with less than a store really takes, a listing can be made twice.
   */
  LISTING_LANDS_MS: z.coerce.number().int().min(100).optional(),
  /** The same of a supplier, to make an order, confirm and pay it. With less than it takes, an order is bought twice. */
  PLACEMENT_LANDS_MS: z.coerce.number().int().min(100).optional(),
  /** Of a click on more orders than these, a job writes the purchases: it is answered before. */
  PLACE_AT_ONCE: z.coerce.number().int().min(0).default(50),
  // Payments. A provider without a key is not offered.
  STRIPE_URL: z.string().default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_WEBHOOK_SECRET: z.string().default(''),
  PAYPAL_URL: z.string().default('https://api-m.paypal.com'),
  PAYPAL_CLIENT_ID: z.string().default(''),
  PAYPAL_CLIENT_SECRET: z.string().default(''),
  /** Of the webhook at PayPal: part of what it signs. */
  PAYPAL_WEBHOOK_ID: z.string().default(''),
  // Plans. Without a key no plan can be bought here.
  PADDLE_URL: z.string().default('https://api.paddle.com'),
  PADDLE_API_KEY: z.string().default(''),
  PADDLE_WEBHOOK_SECRET: z.string().default(''),
  /** Which price there is which plan here: `starter_monthly:pri_01…,basic_monthly:pri_01…`. */
  PADDLE_PRICES: z.string().default(''),
  /** Plans on the invoices of Shopify stores. `test`: as Shopify's test charges, which nobody is billed for. */
  SHOPIFY_BILLING: z.enum(['off', 'on', 'test']).default('off'),
  /** The operator's own account at Shopify, whose report tells what was billed on stores' invoices. */
  SHOPIFY_PARTNER_URL: z.string().default('https://partners.shopify.com'),
  SHOPIFY_PARTNER_ORGANISATION: z.string().default(''),
  SHOPIFY_PARTNER_TOKEN: z.string().default(''),
  /**
   * Replaces how long a provider may take to answer a payment and to carry it out, each. For tests and rehearsals alone:
   * with less than it really takes, an outcome is taken for another.
   */
  PAYMENT_LANDS_MS: z.coerce.number().int().min(100).optional(),
  // Tracking. Without a key parcels are shown as suppliers tell them, and nobody follows them.
  SEVENTEEN_TRACK_URL: z.string().default('https://api.17track.net'),
  SEVENTEEN_TRACK_KEY: z.string().default(''),
  /** A service that knows what products cost before; without one, history begins with the first ingest. */
  ARCHIVE_URL: z.string().default(''),
  ARCHIVE_API_KEY: z.string().default(''),
  /** Signs what the operator's capture agent sends for suppliers without an API. */
  CAPTURE_SECRET: z.string().default(''),
  /** Where the picture model is kept once it has been fetched and converted. */
  MODELS_DIR: z.string().default('.data/models'),
  /** How many products search by image knows, most ordered first; 0: all. */
  PICTURES_DESCRIBED: z.coerce.number().int().min(0).default(0),
  /**
   * Calls or points a day, where the operator's account has more (or less) than the connector's default:
   * `cj:500000,ebay:20000`.
   */
  SUPPLIER_BUDGETS: z.string().default(''),
  /** To which countries shipping is asked for ahead, in this order: `US,DE,GB`. The default country always is. */
  QUOTE_COUNTRIES: z
    .string()
    .default(MAIN_COUNTRIES.join(','))
    .transform((text) => text.split(',').map((code) => code.trim().toUpperCase()))
    .refine((codes) => codes.every((code) => findCountry(code)), 'must be country codes, separated by commas'),
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  STORAGE_DIR: z.string().default('.data/files'),
  S3_ENDPOINT: z.string().default(''),
  S3_BUCKET: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  LOG_LEVEL: z.string().default('info'),
  TRUST_PROXY: z.string().default(''),
  DB_POOL: z.coerce.number().int().min(2).default(20),
  /** Jobs at once: those somebody waits for, and beside them those nobody does. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).default(10),
  BACKGROUND_CONCURRENCY: z.coerce.number().int().min(1).default(10),
  /**
   * Seconds after which a silent worker counts as dead and its jobs are taken back. Longer than any pause a living
   * process takes: two of them doing one job is safe, but wasteful.
   */
  DEAD_WORKER_S: z.coerce.number().min(1).default(30),
  /** Calls a minute: one account, one address. Tests and benchmarks raise them. */
  RATE_LIMIT_USER: z.coerce.number().int().min(1).default(600),
  RATE_LIMIT_IP: z.coerce.number().int().min(1).default(1200),
})

type Filled = 'PUBLIC_URL' | 'DATABASE_URL' | 'APP_DATABASE_URL'
export type Config = Omit<z.output<typeof Env>, Filled> & Record<Filled, string> & { check_replies: boolean }

/** Throws one sentence that names the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Error(`The environment variable ${issue?.path.join('.')} is not usable: ${issue?.message}.`)
  }
  const config = parsed.data
  const public_url = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
  const owner_url = config.DATABASE_URL ?? config.APP_DATABASE_URL
  if (!owner_url) throw new Error('The environment variable DATABASE_URL is not usable: it is not set.')
  const urls = { DATABASE_URL: owner_url, APP_DATABASE_URL: config.APP_DATABASE_URL ?? owner_url }
  return { ...config, ...urls, PUBLIC_URL: public_url, check_replies: config.NODE_ENV !== 'production' }
}
