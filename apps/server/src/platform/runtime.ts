import { archive } from '@omni/connectors/history/archive/index.ts'
import { createMailer } from '@omni/connectors/mail/mailer.ts'
import { paddle } from '@omni/connectors/payments/paddle/index.ts'
import { shopifyReport } from '@omni/connectors/payments/shopify/report.ts'
import { paypal } from '@omni/connectors/payments/paypal/index.ts'
import { stripe } from '@omni/connectors/payments/stripe/index.ts'
import { openExchangeRates } from '@omni/connectors/rates/open-exchange-rates/index.ts'
import { facebook } from '@omni/connectors/social/facebook/index.ts'
import { google } from '@omni/connectors/social/google/index.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { Logger as JobLogger } from 'graphile-worker'
import type pg from 'pg'
import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'
import type { JobCtx } from './ctx.ts'
import { createPool, scopedDb, type Db, type Scope } from './db.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import type { Services } from './services.ts'
import { createStorage } from './storage.ts'
import { createChannels } from './channels.ts'
import { createSuppliers } from './suppliers.ts'
import { createTracker } from './tracker.ts'

/** What a process holds while it lives. Nothing here is state that another process could miss. */
export interface Runtime {
  config: Config
  pool: pg.Pool
  /** Apart from `pool`: what waits here (limits, locks) takes no connection from a call. */
  waitPool: pg.Pool
  db: (scope: Scope) => Db
  secrets: Secrets
  services: Services
  log: Logger
  jobLogger: JobLogger
  now: () => Date
  jobCtx: (scope: Scope, job_id: string, attempt: number) => JobCtx
  close: () => Promise<void>
}

/** Never in a log, wherever it stands in the logged object. */
const REDACTED = [
  'password',
  'current_password',
  'token',
  'code',
  'secret',
  'two_factor_ticket',
  'authorization',
  'cookie',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** What a vendor answers is no defect of ours: where we asked says nothing that its own words do not. */
function loggedError(error: Error): object {
  const { stack, ...known } = pino.stdSerializers.err(error)
  return error instanceof VendorError ? known : { ...known, stack }
}

/** Connections are opened when they are needed: most processes use one or none of these. */
const WAIT_POOL = 4

export function createRuntime(config: Config, process_name: string, now: () => Date = () => new Date()): Runtime {
  const log = pino({
    name: process_name,
    level: config.LOG_LEVEL,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: loggedError },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  })
  const pool = createPool(config.APP_DATABASE_URL, config.DB_POOL)
  const waitPool = createPool(config.APP_DATABASE_URL, WAIT_POOL)
  const db = (scope: Scope) => scopedDb(pool, scope)
  const secrets = createSecrets(config.SECRETS_KEYS)
  const tracker = createTracker(config, db({}), now)
  const services: Services = {
    ...createServices(config),
    suppliers: createSuppliers(config, db({}), secrets, now),
    channels: createChannels(config, db({}), now),
    ...(tracker && { tracker }),
  }
  return {
    config,
    pool,
    waitPool,
    db,
    secrets,
    services,
    log,
    now,
    jobLogger: new JobLogger(() => (level, message, meta) => {
      if (level === 'error') log.error(meta ?? {}, message)
    }),
    jobCtx: (scope, job_id, attempt) => ({
      config,
      secrets,
      services,
      log: log.child({ job_id }),
      now: now(),
      clock: now,
      language: 'en',
      db: db(scope),
      as: db,
      locks: scopedDb(waitPool, {}),
      job_id,
      attempt,
    }),
    async close() {
      services.mail.close()
      await Promise.all([pool.end(), waitPool.end()])
    },
  }
}

function createServices(config: Config): Omit<Services, 'suppliers' | 'channels'> {
  return {
    mail: createMailer(config.SMTP_URL, config.MAIL_FROM),
    storage: createStorage(config),
    ...(config.ARCHIVE_API_KEY && { history: archive(config.ARCHIVE_URL, config.ARCHIVE_API_KEY) }),
    ...(config.RATES_APP_ID && { rates: openExchangeRates(config.RATES_URL, config.RATES_APP_ID) }),
    payments: {
      ...(config.STRIPE_SECRET_KEY && {
        stripe: stripe({
          url: config.STRIPE_URL,
          secret_key: config.STRIPE_SECRET_KEY,
          webhook_secret: config.STRIPE_WEBHOOK_SECRET,
        }),
      }),
      ...(config.PAYPAL_CLIENT_ID && {
        paypal: paypal({
          url: config.PAYPAL_URL,
          client_id: config.PAYPAL_CLIENT_ID,
          client_secret: config.PAYPAL_CLIENT_SECRET,
          webhook_id: config.PAYPAL_WEBHOOK_ID,
        }),
      }),
    },
    ...(config.PADDLE_API_KEY && {
      subscriptions: paddle({
        url: config.PADDLE_URL,
        api_key: config.PADDLE_API_KEY,
        webhook_secret: config.PADDLE_WEBHOOK_SECRET,
      }),
    }),
    ...(config.SHOPIFY_PARTNER_TOKEN && {
      sales_report: shopifyReport({
        url: config.SHOPIFY_PARTNER_URL,
        organisation: config.SHOPIFY_PARTNER_ORGANISATION,
        access_token: config.SHOPIFY_PARTNER_TOKEN,
        api_key: config.SHOPIFY_API_KEY,
      }),
    }),
    socials: {
      ...(config.GOOGLE_CLIENT_ID && {
        google: google({
          issuer: config.GOOGLE_ISSUER,
          client_id: config.GOOGLE_CLIENT_ID,
          client_secret: config.GOOGLE_CLIENT_SECRET,
        }),
      }),
      ...(config.FACEBOOK_APP_ID && {
        facebook: facebook({
          dialog_url: config.FACEBOOK_DIALOG_URL,
          graph_url: config.FACEBOOK_GRAPH_URL,
          app_id: config.FACEBOOK_APP_ID,
          app_secret: config.FACEBOOK_APP_SECRET,
        }),
      }),
    },
  }
}
