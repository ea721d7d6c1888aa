import type { LanguageCode } from '@omni/domain/languages.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db, Scope } from './db.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Secrets } from './secrets.ts'
import type { Services } from './services.ts'

export interface BaseCtx {
  config: Config
  secrets: Secrets
  services: Services
  log: Logger
  /** The one clock of an operation or job; tests freeze it. */
  now: Date
  language: LanguageCode
  db: Db
  /** A database in another scope. Only for ids this operation has just made or checked itself. */
  as: (scope: Scope) => Db
}

/** A job has no request; its scope comes from its definition. */
export interface JobCtx extends BaseCtx {
  /** The time now, for a job that waits for somebody outside. */
  clock: () => Date
  /** For locks that are held while work goes on: connections of their own. */
  locks: Db
  job_id: string
  attempt: number
}

export interface Caller {
  ip: string
  user_agent: string
  app: 'AO' | 'AH'
  time_zone: string
  store_id: string | undefined
  /** A program without a cookie jar (mobile wrapper, script): it is given its token in the reply. */
  wants_token: boolean
  browser_key: string | undefined
}

export interface PublicCtx extends BaseCtx {
  request_id: string
  caller: Caller
  limits: RateLimits
  session: Session | null
  /** What the reply sets or clears in the browser. */
  cookies: { session?: { token: string; remember: boolean } | null; browser_key?: string }
}

export interface Session {
  session_id: string
  user_id: string
  workplace_id: string | null
  /** Every workplace the account is in, oldest first. */
  own_workplaces: string[]
  /** The store that the caller works with: one of the workplace, connected. Null: none was named, or not such a one. */
  store_id: string | null
}

export interface UserCtx extends PublicCtx {
  session: Session
  user_id: string
}
/** Inside a workplace the session is a member of. */
export interface Ctx extends UserCtx {
  workplace_id: string
  /** What the session check read for this call (platform/serve.ts), when it has an opening of its own. */
  opened?: unknown
}
