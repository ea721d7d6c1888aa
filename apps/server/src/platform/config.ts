import { MAIN_COUNTRIES } from '@omni/domain/catalog/sources.ts'
import { findCountry } from '@omni/domain/countries.ts'
import { VENDOR_SETTINGS } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'

const DatabaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

/**
 * The environment of the server, read once, beside what vendors say in their folders. docs/deploy.md explains each
 * variable.
 */
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
  /** Stores in the operator's own network, which no address that a person types could otherwise reach. */
  PRIVATE_STORES: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || text.split(',').every((origin) => URL.parse(origin.trim())?.protocol.startsWith('http')),
      'must be addresses that begin with http:// or https://, separated by commas',
    ),
  RATES_URL: z.string().default('https://openexchangerates.org/api'),
  RATES_APP_ID: z.string().default(''),
  FEATUREBASE_SSO_KEY: z.string().default(''),
  /**
   * Replaces how long a store may take to answer a write, to carry it out and to show it, each. For tests and rehearsals
   * alone: with less than a store really takes, a listing can be made twice.
   */
  LISTING_LANDS_MS: z.coerce.number().int().min(100).optional(),
  /** The same of a supplier, to make an order, confirm and pay it. With less than it takes, an order is bought twice. */
  PLACEMENT_LANDS_MS: z.coerce.number().int().min(100).optional(),
  /** Of a click on more orders than these, a job writes the purchases: it is answered before. */
  PLACE_AT_ONCE: z.coerce.number().int().min(0).default(50),
  /**
   * Replaces how long a provider may take to answer a payment and to carry it out, each. For tests and rehearsals alone:
   * with less than it really takes, an outcome is taken for another.
   */
  PAYMENT_LANDS_MS: z.coerce.number().int().min(100).optional(),
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
   * `one:500000,another:20000`.
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
export type Config = Omit<z.output<typeof Env>, Filled> &
  Record<Filled, string> & {
    check_replies: boolean
    /** What a vendor's `setup` reads: its own variables, those that are not empty. */
    vendor_env: Readonly<Record<string, string>>
  }

const unusable = (name: string, why: string) => new Error(`The environment variable ${name} is not usable: ${why}.`)

/** The variables of vendors, by the vendors' own words. */
function vendorEnv(given: Record<string, string | undefined>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { settings } of VENDOR_SETTINGS)
    for (const [name, { default: fallback, pattern }] of Object.entries(settings)) {
      const value = given[name] ?? fallback
      if (value === undefined) continue
      if (pattern && !new RegExp(pattern.is).test(value)) throw unusable(name, pattern.must)
      found[name] = value
    }
  return found
}

/** Throws one sentence that names the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw unusable(issue?.path.join('.') ?? '', issue?.message ?? '')
  }
  const config = parsed.data
  const public_url = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
  const owner_url = config.DATABASE_URL ?? config.APP_DATABASE_URL
  if (!owner_url) throw unusable('DATABASE_URL', 'it is not set')
  const urls = { DATABASE_URL: owner_url, APP_DATABASE_URL: config.APP_DATABASE_URL ?? owner_url }
  const { SANDBOX_URL, PRIVATE_STORES } = config
  const own = Object.entries({ SANDBOX_URL, PRIVATE_STORES }).filter(([, value]) => value !== '')
  const vendor_env = { ...vendorEnv(given), ...Object.fromEntries(own) }
  return { ...config, ...urls, PUBLIC_URL: public_url, check_replies: config.NODE_ENV !== 'production', vendor_env }
}
