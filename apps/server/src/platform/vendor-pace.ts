import {
  applyReport,
  budgetOf,
  type Cost,
  type Limits,
  type LimitsSaid,
  type Pace,
  paceRefusal,
  type PaceState,
  spentAt,
  type Taken,
  takeMoment,
} from '@omni/connectors/pace.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { together } from './together.ts'

/** What timers are late by anyway is not late. */
const LATE_MS = 100
/** Limits that are known are asked for this often. While they are not (whoever asked was killed), sooner. */
const LIMITS_EVERY = '1 hour'
const UNKNOWN_EVERY = '10 seconds'
const LOOK_EVERY_MS = 10_000

/** The operator's own account at a vendor. */
export const OPERATOR = 'operator'
/** Before it is known whose account it is. */
export const CONNECTING = 'connecting'

/** The table is shared by all tenants: it holds no account's name. */
export const accountKey = (vendor: string, account_id: string) =>
  createHash('sha256').update(`${vendor}\n${account_id}`).digest('base64url').slice(0, 24)

/** How time goes by. Tests step it instead of waiting. */
export interface PaceTime {
  /** In milliseconds, from any beginning. */
  now(): number
  until(at: number): Promise<void>
  /** By how much it is ahead of the database's clock. */
  ahead_ms(): number
}
const REAL_TIME: PaceTime = {
  now: () => performance.now(),
  until: (at) => new Promise((resolve) => setTimeout(resolve, at - performance.now())),
  ahead_ms: () => 0,
}

interface AccountPace {
  limits: Pace
  /** True for one caller of all processes when it is time to ask the vendor what the account may do. */
  limitsDue: () => Promise<boolean>
  /** The day's budget as it stands. `per_day` null: the vendor has none. */
  budget: () => Promise<{ per_day: number | null; spent: number }>
}

export type PaceOf = (vendor: string, account_key: string, limits: Limits) => AccountPace

interface Row extends Omit<PaceState, 'day'> {
  day: number
  now: number
}

/**
 * Vendors' limits over all processes: the rule of `pace.ts`, run on one row per account by the database's clock.
 * Whoever wakes up late (the process was busy) takes another moment, except where the vendor keeps a bucket: several
 * that wake up late together would arrive as one burst. So does whoever wakes up to find that the account was closed meanwhile.
 */
export function createPace(db: Db, time: PaceTime = REAL_TIME): PaceOf {
  /** What replies to this process said, by `time.now()`. Other processes hear it when they take a moment. */
  const closed = new Map<string, number>()
  const limitsAsked = new Map<string, number>()
  const shared = new Map<string, (step: Step) => Promise<void>>()
  /** Each account as this process saw it last: what a reply says is mostly known already. */
  const known = new Map<string, Known>()

  return (vendor, key, limits) => {
    const account_key = limits.of === 'app' ? 'app' : key
    const name = `${vendor} ${account_key}`

    const apply =
      shared.get(name) ??
      together<Step, void>(async (steps) => {
        const run = (state: PaceState, now: number) => steps.reduce((after, step) => step(after, now), state)
        const seen = known.get(name)
        const now =
          (seen && (await runAhead(db, time, vendor, account_key, seen, run))) ??
          (await runLocked(db, time, vendor, account_key, run))
        known.set(name, now)
        return steps.map(() => {})
      })
    shared.set(name, apply)

    async function moment(cost: Cost): Promise<Taken> {
      let taken: Taken | undefined
      await apply((state, now) => {
        taken = takeMoment(state, limits, now, cost)
        return 'refused' in taken ? state : taken.state
      })
      if (!taken) throw new Error('a step was not carried out')
      return taken
    }

    return {
      limits: {
        async take(cost = {}) {
          let taken = await moment(cost)
          for (;;) {
            if ('refused' in taken) throw paceRefusal(vendor, taken)
            if (taken.wait_ms <= 0) return
            const due = time.now() + taken.wait_ms
            await time.until(due)
            const woke = time.now()
            // A bucket that the vendor keeps has filled meanwhile: to be late there does no harm.
            const mayBeLate = (known.get(name)?.state.burst ?? null) !== null
            if ((mayBeLate || woke - due < LATE_MS) && (closed.get(name) ?? 0) <= woke) return
            // What it costs of the day was taken with the first moment.
            taken = await moment({ ...cost, day: 0 })
          }
        },
        pause: (ms) => time.until(time.now() + ms),
        async report(said) {
          const last = known.get(name)
          if (last && isOldNews(last.state, said)) return
          if (said.closed_for_s) closed.set(name, time.now() + said.closed_for_s * 1000)
          await apply((state, now) => applyReport(state, limits, now, said))
        },
      },
      async limitsDue() {
        const asked = limitsAsked.get(name) ?? -Infinity
        if (time.now() - asked < LOOK_EVERY_MS) return false
        limitsAsked.set(name, time.now())
        const { rows } = await db.tx((tx) =>
          sql`
            insert into vendor_pace as p (vendor, account_key, limits_asked_at) values (${vendor}, ${account_key}, now())
            on conflict (vendor, account_key) do update set limits_asked_at = now()
              where p.limits_asked_at is null or p.limits_asked_at < now() -
                case when p.per_second is null then ${UNKNOWN_EVERY}::interval else ${LIMITS_EVERY}::interval end
            returning 1`.execute(tx),
        )
        return rows.length > 0
      },
      async budget() {
        const { now, ...state } = await db.tx((tx) => lockRow(tx, time, vendor, account_key))
        return { per_day: budgetOf(state, limits) ?? null, spent: spentAt(state, limits, now) }
      },
    }
  }
}

/** Whether a report changes nothing. What others spent since can only be more than what was seen here. */
function isOldNews(last: PaceState, { per_second, burst, per_day, spent_today = 0, ...rest }: LimitsSaid): boolean {
  const same = (said: number | undefined, kept: number | null) => said === undefined || said === kept
  return (
    Object.keys(rest).length === 0 &&
    same(per_second, last.per_second) &&
    same(burst, last.burst) &&
    same(per_day, last.per_day) &&
    spent_today <= last.spent
  )
}

/** Callers of one process share a change of the row of their account. Run again on another state, it starts anew. */
type Step = (state: PaceState, now: number) => PaceState

/** An account as it was seen last, and by how much the database's clock was ahead of `time.now()`. */
interface Known {
  state: PaceState
  clock: number
  seen: number
}
const knownAt = (time: PaceTime, state: PaceState, now: number): Known => ({
  state,
  clock: now - time.now(),
  seen: time.now(),
})

/** Clocks of two machines drift apart; by nothing that counts within this. */
const CLOCK_MS = 10_000

/**
 * Where nobody else took a moment since this process did, one statement is enough: it writes what follows from the state
 * that was seen last, if that is still the state. Null: it is not, or nothing follows from it.
 */
async function runAhead(
  db: Db,
  time: PaceTime,
  vendor: string,
  account_key: string,
  { state: before, clock, seen }: Known,
  run: Step,
): Promise<Known | null> {
  if (time.now() - seen > CLOCK_MS) return null
  const state = run(before, time.now() + clock)
  if (isSame(state, before)) return null
  const { rows } = await db.statement((tx) => writeRow(tx, time, vendor, account_key, state, before))
  return rows[0] ? knownAt(time, state, rows[0].now) : null
}

const runLocked = (db: Db, time: PaceTime, vendor: string, account_key: string, run: Step): Promise<Known> =>
  db.tx(async (tx) => {
    const { now, ...before } = await lockRow(tx, time, vendor, account_key)
    const known = knownAt(time, before, now)
    const state = run(before, now)
    if (!isSame(state, before)) await writeRow(tx, time, vendor, account_key, state)
    return { ...known, state }
  })

const isSame = (state: PaceState, other: PaceState) => JSON.stringify(state) === JSON.stringify(other)

async function lockRow(tx: Tx, time: PaceTime, vendor: string, account_key: string): Promise<Row> {
  const locked = () =>
    sql<Row>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 + ${time.ahead_ms()}::float8 as now, spent, per_second, burst, per_day,
        (extract(epoch from greatest(spent_at, 'epoch')) * 1000)::float8 as spent_at,
        (extract(epoch from greatest(full_at, 'epoch')) * 1000)::float8 as full_at,
        (extract(epoch from greatest(closed_until, 'epoch')) * 1000)::float8 as closed_until,
        greatest(day, 'epoch') - date 'epoch' as day
      from vendor_pace where vendor = ${vendor} and account_key = ${account_key} for update`.execute(tx)
  const [row] = (await locked()).rows
  if (row) return row
  await sql`insert into vendor_pace (vendor, account_key) values (${vendor}, ${account_key}) on conflict do nothing`.execute(
    tx,
  )
  const [made] = (await locked()).rows
  if (!made) throw new Error(`no row for ${vendor}`)
  return made
}

const instant = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`

/** `before`: only where the row is still so. */
const writeRow = (tx: Tx, time: PaceTime, vendor: string, account_key: string, state: PaceState, before?: PaceState) =>
  sql<{ now: number }>`
    update vendor_pace set full_at = ${instant(state.full_at)}, closed_until = ${instant(state.closed_until)},
      day = date 'epoch' + ${state.day}::int, spent = ${state.spent}, spent_at = ${instant(state.spent_at)},
      per_second = ${state.per_second}::float8,
      burst = ${state.burst}::float8, per_day = ${state.per_day}::bigint
    where vendor = ${vendor} and account_key = ${account_key} ${before ? isStill(before) : sql``}
    returning (extract(epoch from clock_timestamp()) * 1000)::float8 + ${time.ahead_ms()}::float8 as now`.execute(tx)

const isStill = (state: PaceState) => sql`
  and (full_at, closed_until, spent_at, day, spent) = (${instant(state.full_at)}, ${instant(state.closed_until)},
    ${instant(state.spent_at)}, date 'epoch' + ${state.day}::int, ${state.spent})
  and (per_second, burst, per_day) is not distinct from (${state.per_second}::float8, ${state.burst}::float8,
    ${state.per_day}::bigint)`
