import { VendorError } from '@omni/connectors/vendor-error.ts'
import type pg from 'pg'
import { pino, type Logger } from 'pino'
import { timeNow } from './clock.ts'
import type { Config } from './config.ts'
import type { JobCtx } from './ctx.ts'
import { createPool, scopedDb, type Db, type Scope } from './db.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import type { Services } from './services.ts'
import type { PaceTime } from './vendor-pace.ts'

/** Opens the outside world (vendors.ts). The kernel knows no vendor. */
export type Connect = (parts: Pick<Runtime, 'config' | 'secrets' | 'now'> & { db: Db; time?: PaceTime }) => Services

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

export function createRuntime(
  config: Config,
  process_name: string,
  connect: Connect,
  now: () => Date = timeNow,
): Runtime {
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
  const services = connect({ config, secrets, now, db: db({}) })
  return {
    config,
    pool,
    waitPool,
    db,
    secrets,
    services,
    log,
    now,
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
