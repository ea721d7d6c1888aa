/**
 * One token for many callers: it is renewed by one of them while the others wait, and nobody holds a database
 * connection meanwhile. The row of the token carries a version and a lease.
 *
 * - A renewer takes the lease in one short statement, and only if the token is still the one it found old.
 * - It asks the vendor, keeps its lease alive while it waits, and writes the new token with the next version.
 * - Callers in the same process share its promise. Other processes look at the row again and again, in short reads.
 * - A renewer that died stops keeping its lease; the next caller takes over.
 * - A renewer that was only paused finds a newer version, or another's lease, and leaves it alone (`mayWrite`).
 *
 * What cannot be mended here: the vendor gave a new refresh token, made the old one void, and the renewer died before
 * it could write. Then the vendor refuses the next renewal. Where the credentials hold a key or the operator's settings
 * a start, that is used; otherwise the seller is told to connect again.
 */
import { VendorError } from './vendor-error.ts'
import type { Connected } from './vendor.ts'

export interface Kept<C> {
  connected: Connected<C>
  /** Grows with every token written. */
  version: number
}

export interface TokenRow<C> {
  /** null: no token was ever made for this account. */
  connected: Connected<C> | null
  version: number
  /** Somebody's lease is running. */
  renewing: boolean
  /** The vendor refused to renew: only the account's owner can help. */
  over: boolean
}

/** Where a token is kept. Every function is one short statement or transaction. */
export interface TokenStore<C> {
  /** null: there is no such account (any more). */
  read(): Promise<TokenRow<C> | null>
  /** Takes the lease if the version is still this and nobody else's lease is running. `holder` is unique per renewal. */
  lease(version: number, holder: string, ms: number): Promise<boolean>
  /** Makes one's own lease longer. */
  extend(holder: string, ms: number): Promise<void>
  /** Writes under the rule of `mayWrite`, ends one's own lease. False: the row was left as it is. */
  write(version: number, holder: string, connected: Connected<C>): Promise<boolean>
  /** Ends one's own lease without a token. `over`: the vendor refused for good, if the version is still this. */
  release(version: number, holder: string, over: boolean): Promise<void>
}

/**
 * A renewer may write over the token it renewed, or under its own lease. The second is for the one whose lease began
 * after another's had ended: what it got from the vendor is the newer one of the two.
 */
export const mayWrite = (row: { version: number; holder: string | null }, version: number, holder: string) =>
  row.version === version || row.holder === holder

export interface Tokens<C> {
  read(): Promise<Kept<C>>
  /** A token newer than the one that was found old or refused. */
  renew(old: Kept<C>): Promise<Kept<C>>
}

export interface RenewalTimes {
  lease_ms: number
  keep_ms: number
  /** Between two looks at the row, while another process renews. */
  look_ms: number
  /** How long a caller waits for somebody else's renewal. */
  patience_ms: number
}

const TIMES: RenewalTimes = { lease_ms: 15_000, keep_ms: 4_000, look_ms: 50, patience_ms: 45_000 }

export interface TokenMaker<C> {
  vendor: string
  store: TokenStore<C>
  /** The first token, where it can be made without a person. Also used when a renewal is refused. */
  first?: () => Promise<Connected<C>>
  refresh?: (old: Connected<C>) => Promise<Connected<C>>
  times?: RenewalTimes
}

const noAccount = (vendor: string) => new VendorError(vendor, 'auth_expired', 'no account is connected')
const connectAgain = (vendor: string) => new VendorError(vendor, 'auth_expired', 'the account must be connected again')

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

export function keepTokens<C>(maker: TokenMaker<C>): Tokens<C> {
  const { vendor, store, first, refresh, times = TIMES } = maker
  /** The renewal of this process, by the version it replaces. */
  const running = new Map<number, Promise<Kept<C>>>()

  /** Callers at the same moment share one look at the row: it costs a connection. */
  let looking: Promise<TokenRow<C> | null> | undefined
  const look = () =>
    (looking ??= store.read().finally(() => {
      looking = undefined
    }))

  const kept = ({ connected, version }: TokenRow<C>): Kept<C> | null => (connected ? { connected, version } : null)

  function newerThan(version: number): Promise<Kept<C>> {
    const going = running.get(version)
    if (going) return going
    const mine = obtain(version).finally(() => running.delete(version))
    running.set(version, mine)
    return mine
  }

  async function obtain(version: number): Promise<Kept<C>> {
    const until = performance.now() + times.patience_ms
    for (let pause = times.look_ms; ; pause = Math.min(pause * 1.5, times.look_ms * 5)) {
      const row = await store.read()
      if (!row) throw noAccount(vendor)
      if (row.over && !first) throw connectAgain(vendor)
      const newer = row.version > version && kept(row)
      if (newer) return newer
      const holder = crypto.randomUUID()
      if (!row.renewing && (await store.lease(row.version, holder, times.lease_ms))) return renewAs(holder, row)
      if (performance.now() > until)
        throw new VendorError(vendor, 'unavailable', 'the token is being renewed for too long')
      await sleep(pause * (0.5 + Math.random()))
    }
  }

  /** With the lease in hand. */
  async function renewAs(holder: string, row: TokenRow<C>): Promise<Kept<C>> {
    const keeping = setInterval(
      () => void store.extend(holder, times.lease_ms).catch(() => undefined), // the next one may get through
      times.keep_ms,
    )
    try {
      const connected = await make(row.connected)
      if (await store.write(row.version, holder, connected)) return { connected, version: row.version + 1 }
    } catch (error) {
      const over = error instanceof VendorError && error.kind === 'auth_expired'
      // A lease that cannot be given back ends by itself.
      await store.release(row.version, holder, over).catch(() => undefined)
      // Refused because another renewer, whose lease had ended, was faster after all.
      const now = await store.read()
      const newer = now && now.version > row.version && kept(now)
      if (newer) return newer
      throw error
    } finally {
      clearInterval(keeping)
    }
    const now = await store.read()
    const newer = now && kept(now)
    if (!newer) throw noAccount(vendor)
    return newer
  }

  async function make(old: Connected<C> | null): Promise<Connected<C>> {
    if (!old) {
      if (!first) throw noAccount(vendor)
      return first()
    }
    if (!refresh) {
      if (!first) throw connectAgain(vendor)
      return first()
    }
    try {
      return await refresh(old)
    } catch (error) {
      if (!first || !(error instanceof VendorError) || error.kind !== 'auth_expired') throw error
      return first()
    }
  }

  return {
    async read() {
      const row = await look()
      if (!row) throw noAccount(vendor)
      if (row.over && !first) throw connectAgain(vendor)
      return kept(row) ?? newerThan(row.version - 1)
    },
    renew: (old) => newerThan(old.version),
  }
}
