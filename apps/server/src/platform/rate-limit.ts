import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Fail } from './fail.ts'
import type { Runtime } from './runtime.ts'

const SIGN_IN_WINDOW_S = 15 * 60
/** spec: not shown. Wrong passwords before an account, or an address, has to wait. */
export const SIGN_IN_TRIES = { account: 10, ip: 100 }
/** spec: not shown. Mails one address can be sent in a window. */
export const MAIL_TRIES = 5

export interface RateLimits {
  /** Every call: cheap, per process. Behind N processes an account gets up to N times the figure. */
  call: (key: { user_id?: string | undefined; ip: string }) => Promise<void>
  /** Sign-in and mail: counted in the database, so that it holds across processes. */
  signIn: (key: { account: string; ip: string }) => Promise<void>
  signedIn: (key: { account: string }) => Promise<void>
  mail: (email: string) => Promise<void>
}

export function createRateLimits(runtime: Runtime): RateLimits {
  const { config } = runtime
  const perUser = new RateLimiterMemory({ points: config.RATE_LIMIT_USER, duration: 60 })
  const perIp = new RateLimiterMemory({ points: config.RATE_LIMIT_IP, duration: 60 })
  const shared = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: runtime.waitPool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: SIGN_IN_WINDOW_S,
    })
  const account = shared('sign_in', SIGN_IN_TRIES.account)
  const ip = shared('sign_in_ip', Math.max(SIGN_IN_TRIES.ip, Math.floor(config.RATE_LIMIT_IP / 12)))
  const mail = shared('mail', MAIL_TRIES)
  return {
    call: (key) => spend(key.user_id ? perUser : perIp, key.user_id ?? key.ip),
    async signIn(key) {
      await spend(ip, key.ip)
      await spend(account, key.account)
    },
    async signedIn(key) {
      await account.delete(key.account)
    },
    mail: (email) => spend(mail, email),
  }
}

async function spend(limiter: RateLimiterMemory | RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new Fail(
      'rate_limited',
      'code.rate_limited',
      {},
      { retry_after_s: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) },
    )
  }
}
