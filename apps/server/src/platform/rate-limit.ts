import { isIPv6 } from 'node:net'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from './config.ts'
import { Fail } from './fail.ts'
import { tokenHash } from './secrets.ts'

const QUARTER_HOUR_S = 15 * 60
const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S
/** spec: not shown. Wrong passwords in a quarter of an hour before an account, or an address, has to wait. */
export const SIGN_IN_TRIES = { account: 10, ip: 100 }
/** spec: not shown. Wrong second factors of an account in a day: who has the password guesses for decades. */
export const SECOND_FACTOR_TRIES = 10
/** spec: not shown. Mails one mailbox can be sent in a quarter of an hour, and one network address can cause in an hour. */
export const MAIL_TRIES = { mailbox: 5, ip: 60 }
const USUAL_RATE_LIMIT_IP = 1200 // the default in config.ts
/** spec: not shown. Accounts, demos included, that one network address can open in an hour. */
export const SIGN_UP_TRIES = 30

export interface RateLimits {
  /** Every call: cheap, per process. Behind N processes an account gets up to N times the figure. */
  call: (key: { user_id?: string | undefined; ip: string }) => Promise<void>
  /** The rest is counted in the database, so that it holds across processes. */
  signIn: (key: { account: string; ip: string; device?: string | undefined }) => Promise<void>
  signedIn: (key: { account: string; device?: string | undefined }) => Promise<void>
  /** `onFirstRefusal` runs once in the time of a limit. A right password does not start a new count. */
  secondFactor: (
    key: { user_id: string; ip: string; device: string | undefined },
    onFirstRefusal: () => Promise<void>,
  ) => Promise<void>
  secondFactorPassed: (key: { user_id: string; device: string | undefined }) => Promise<void>
  mail: (key: { email: string; ip: string }) => Promise<void>
  signUp: (key: { ip: string }) => Promise<void>
}

/** A browser the account knows has its own count: what strangers try elsewhere does not lock it out. Hashed: addresses are long, and this table need not know them. */
const keyOf = (key: string, device?: string) => tokenHash(device ? `${key} ${device}` : key).toString('hex')

/** One subscriber has a whole /64 of IPv6 addresses: it is counted as one. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const mapped = /^(?:0:){0,5}ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(tail ?? head)?.[1]
  if (mapped !== undefined) return mapped
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export function createRateLimits({ config, waitPool }: { config: Config; waitPool: pg.Pool }): RateLimits {
  const perUser = new RateLimiterMemory({ points: config.RATE_LIMIT_USER, duration: 60 })
  const perIp = new RateLimiterMemory({ points: config.RATE_LIMIT_IP, duration: 60 })
  const shared = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: waitPool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  /** An operator who lets an address call more often (an office, a test) lets it sign in more often as well. */
  const perAddress = (points: number) => Math.ceil(points * Math.max(1, config.RATE_LIMIT_IP / USUAL_RATE_LIMIT_IP))
  const account = shared('sign_in', SIGN_IN_TRIES.account, QUARTER_HOUR_S)
  const ip = shared('sign_in_ip', perAddress(SIGN_IN_TRIES.ip), QUARTER_HOUR_S)
  const secondFactor = shared('second_factor', SECOND_FACTOR_TRIES, DAY_S)
  const mailbox = shared('mail', MAIL_TRIES.mailbox, QUARTER_HOUR_S)
  const mailIp = shared('mail_ip', perAddress(MAIL_TRIES.ip), HOUR_S)
  const signUp = shared('sign_up_ip', perAddress(SIGN_UP_TRIES), HOUR_S)
  return {
    call: (key) => (key.user_id ? spend(perUser, key.user_id) : spend(perIp, addressKey(key.ip))),
    async signIn(key) {
      await spend(ip, addressKey(key.ip))
      await spend(account, keyOf(key.account, key.device))
    },
    async signedIn(key) {
      await account.delete(keyOf(key.account, key.device))
    },
    async secondFactor(key, onFirstRefusal) {
      await spend(ip, addressKey(key.ip))
      await spend(secondFactor, keyOf(key.user_id, key.device), onFirstRefusal)
    },
    async secondFactorPassed(key) {
      await secondFactor.delete(keyOf(key.user_id, key.device))
    },
    async mail(key) {
      await spend(mailIp, addressKey(key.ip))
      await spend(mailbox, keyOf(key.email))
    },
    signUp: (key) => spend(signUp, addressKey(key.ip)),
  }
}

async function spend(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  key: string,
  onFirstRefusal?: () => Promise<void>,
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    if (error.consumedPoints === limiter.points + 1) await onFirstRefusal?.()
    throw new Fail(
      'rate_limited',
      'code.rate_limited',
      {},
      { retry_after_s: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) },
    )
  }
}
