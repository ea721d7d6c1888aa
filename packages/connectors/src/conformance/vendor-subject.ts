/** What the shared part of the suite asks of a set-up, whatever the vendor is for. */
import type { Pace } from '../pace.ts'
import { keepTokens, mayWrite, type TokenRow, type Tokens, type TokenStore } from '../tokens.ts'
import type { Connected, VendorDefinition } from '../vendor.ts'

export const CASE_MS = 60_000

/** One call as the vendor's own books have it. */
interface BookedCall {
  at: number
  status: number
  fault: string | undefined
}

/** The other side, as far as it can be steered and asked. */
export interface Outside {
  setFaults(faults: { kind: string; [setting: string]: unknown }[]): Promise<void>
  /** Runs `work` and tells what the vendor was asked meanwhile, oldest first. */
  watch<T>(work: () => Promise<T>): Promise<{ result: T; calls: BookedCall[] }>
}

export interface VendorSubject {
  app: unknown
  /** A new account, connected as a person would; absent where a vendor has none. */
  account?: Connected<unknown> | undefined
  limits: Pace
  /** Where a person copies a key or brings a code. */
  wrong_key?: string | undefined
  /** Plays the person who allows us in at this address, and tells what the callback got. */
  allow?: ((authorizeUrl: string) => Promise<{ code: string; state: string }>) | undefined
  outside?: Outside
}

/** A token's row in memory, under the same rules as the server's. */
export function memoryTokenStore<C>(first: Connected<C> | null): TokenStore<C> & { writes: number } {
  let row: TokenRow<C> = { connected: first, version: 0, renewing: false, over: false }
  let lease = { holder: null as string | null, until: 0 }
  const held = () => lease.holder !== null && performance.now() < lease.until
  return {
    writes: 0,
    read: async () => ({ ...row, renewing: held() }),
    async lease(version, holder, ms) {
      if (row.version !== version || held()) return false
      lease = { holder, until: performance.now() + ms }
      return true
    },
    async extend(holder, ms) {
      if (lease.holder === holder) lease.until = performance.now() + ms
    },
    async write(version, holder, connected) {
      if (!mayWrite({ version: row.version, holder: lease.holder }, version, holder)) return false
      row = { connected, version: row.version + 1, renewing: false, over: false }
      if (lease.holder === holder) lease = { holder: null, until: 0 }
      this.writes++
      return true
    },
    async release(version, holder, over) {
      if (over && row.version === version) row = { ...row, over }
      if (lease.holder === holder) lease = { holder: null, until: 0 }
    },
  }
}

/** An opening on the subject's account, its tokens kept in memory. */
export function openingOf(
  definition: VendorDefinition,
  subject: VendorSubject,
): { app: unknown; limits: Pace; now: () => Date; tokens: Tokens<unknown>; store: { writes: number } } {
  if (!subject.account) throw new Error(`${definition.id} needs an account for these cases`)
  const app = definition.app.parse(subject.app)
  const call = { app, limits: subject.limits, now: () => new Date() }
  const store = memoryTokenStore(subject.account)
  const renew = definition.account?.refresh
  const refresh = renew && ((old: Connected<unknown>) => renew({ ...call, credentials: old.credentials }))
  return { ...call, store, tokens: keepTokens({ vendor: definition.id, store, ...(refresh && { refresh }) }) }
}

export const kindOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'went well',
    (error: { kind?: unknown }) => error.kind ?? error,
  )
