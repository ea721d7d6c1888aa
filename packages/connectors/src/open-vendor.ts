/** A vendor bound to one account: limits kept, tokens renewed, writes sent once. */
import type { z } from 'zod'
import type { Pace } from './pace.ts'
import { countingUnread } from './rows.ts'
import type { Kept, Tokens } from './tokens.ts'
import { VendorError } from './vendor-error.ts'
import { costOf, type VendorCall, type VendorDefinition, type Write } from './vendor.ts'
import type { WriteOutcome } from './write-outcome.ts'

/** Renewed a little before its end, so that no call travels with a dying token. */
const EARLY_MS = 60_000

/** Sends what was prepared, once. `send_by` is on the clock of `performance.now()`. */
export type Send<R> = (send_by: number) => Promise<WriteOutcome<R>>

/**
 * A read is called and answers. A write is prepared: its token is good and its place in the limits is taken, which may
 * take long and may fail. Then the caller commits its intent, and then sends, once.
 */
type Bound<T> =
  T extends Write<never, never, infer Q, infer R>
    ? { prepare(input: Q): Promise<Send<R>> }
    : T extends (call: never, input: infer Q) => infer R
      ? (input: Q) => R
      : never
export type BoundGroup<T> = { [K in keyof T]: Bound<T[K]> }

export interface Opening<A, C> {
  app: A
  tokens: Tokens<C>
  limits: Pace
  /** Whether the account's limits are to be asked for before the next call; see `VendorDefinition.account.limits`. */
  limitsDue?: () => Promise<boolean>
  now: () => Date
  found?: VendorCall<A, C>['found']
  /** Rows of a reply that could not be read: the operator sees them. */
  unread?: (report: UnreadRows) => Promise<void>
}

export interface UnreadRows {
  capability: string
  rows: number
  example: string
}

export interface OpenVendor {
  bind<G extends object>(group: G): BoundGroup<G>
  /**
   * Looks after an account that nobody uses: renews its token when that, or the right to renew it, ends within this
   * time, and asks the vendor what the account may do, where it tells.
   */
  keepAlive(within_ms: number): Promise<void>
}

const isPage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)

export function openVendor<A extends z.ZodType, C extends z.ZodType>(
  definition: VendorDefinition<A, C>,
  { app, tokens, limits, limitsDue, now, found, unread: report }: Opening<z.output<A>, z.output<C>>,
): OpenVendor {
  type Call = VendorCall<z.output<A>, z.output<C>>
  type Token = Kept<z.output<C>>
  const call = ({ connected }: Token): Call => ({
    app,
    credentials: connected.credentials,
    now,
    limits,
    ...(found && { found }),
  })
  const refreshes = definition.account?.refresh !== undefined
  const askLimits = definition.account?.limits

  const endsWithin = (end: Date | null, ms: number) => end !== null && end.getTime() - ms <= now().getTime()

  async function goodToken(): Promise<Token> {
    const token = await tokens.read()
    return endsWithin(token.connected.expires_at, EARLY_MS) ? tokens.renew(token) : token
  }

  /** A read that finds its token refused is made again with a new one: it changes nothing, so twice is no harm. */
  async function readWith<R>(first: Token, run: (call: Call) => Promise<R>): Promise<R> {
    try {
      return await run(call(first))
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'auth_expired' || !refreshes) throw error
      return run(call(await tokens.renew(first)))
    }
  }

  const learnLimits = async (token: Token): Promise<void> => {
    if (askLimits) await limits.report(await readWith(token, (one) => askLimits(one)))
  }

  async function ready(): Promise<Token> {
    const token = await goodToken()
    // Not knowing the limits costs speed, not the call.
    if (askLimits && (await limitsDue?.())) await learnLimits(token).catch(() => undefined)
    return token
  }

  async function prepare<Q, R>(operation: Write<z.output<A>, z.output<C>, Q, R>, input: Q): Promise<Send<R>> {
    const token = await ready()
    await limits.take(costOf(operation, input))
    let sent = false
    return async (send_by) => {
      if (sent) throw new Error(`${definition.id}: what was prepared once is sent once`)
      sent = true
      const outcome = await operation.send({ ...call(token), send_by }, input)
      // The write is not repeated. Only the next one finds a better token.
      if (outcome.outcome === 'refused' && outcome.kind === 'auth_expired' && refreshes)
        await tokens.renew(token).catch(() => undefined)
      return outcome
    }
  }

  /**
   * A page goes without the rows that cannot be read. Whatever else asks wants to know what is there: for it a row that
   * is missing would be a thing that is not there, and nothing is believed.
   */
  async function readRows(name: string, run: () => Promise<unknown>): Promise<unknown> {
    const { value, unread } = await countingUnread(run)
    const { rows, missing, example } = unread
    if (rows > 0) await report?.({ capability: name, rows, example })
    if (missing > 0 && !isPage(value))
      throw new VendorError(definition.id, 'unreadable', `${missing} rows of ${name} are not as agreed (${example})`)
    return value
  }

  type Capability =
    | ((call: Call, input: unknown) => Promise<unknown>)
    | Write<z.output<A>, z.output<C>, unknown, unknown>
  const bindOne = (name: string, capability: Capability) =>
    typeof capability === 'function'
      ? async (input: unknown) => readRows(name, async () => readWith(await ready(), (one) => capability(one, input)))
      : { prepare: (input: unknown) => prepare(capability, input) }

  return {
    bind<G extends object>(group: G) {
      const entries = Object.entries(group as Record<string, Capability>) // a group holds capabilities alone
      // `bindOne` keeps the names and drops the first argument of each.
      return Object.fromEntries(entries.map(([name, one]) => [name, bindOne(name, one)])) as BoundGroup<G>
    },
    async keepAlive(within_ms) {
      const token = await tokens.read()
      const due =
        endsWithin(token.connected.expires_at, within_ms) || endsWithin(token.connected.refresh_expires_at, within_ms)
      await learnLimits(due && refreshes ? await tokens.renew(token) : token)
    },
  }
}
