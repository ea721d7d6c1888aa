import type { Send } from '@omni/connectors/open-vendor.ts'
import { tracker as followedBy } from '@omni/connectors/tracking/registry.ts'
import type { Tracker } from '@omni/connectors/tracking/open-tracker.ts'
import type { Answers, FollowedNumber } from '@omni/connectors/tracking/tracker.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { grantNumbers } from './grant-numbers.ts'
import { handleParcel } from './handle-parcel.ts'
import { pollParcels } from './jobs.ts'
import { type Next, recordRefusal, recordRegistered, setTurn } from './record-answers.ts'
import { type ParcelId, writeTogether } from './parcel-row.ts'

const { id: TRACKER, most_numbers: MOST_NUMBERS, carrierKey } = followedBy
/** What is taken and not answered (a lost reply, a killed worker) is due again after this. */
const LEASE_S = 120
const SEND_WITHIN_MS = 10_000
/** A run ends after this, and goes on in a new one: the worker can be stopped in between. */
const LONGEST_MS = 45_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Claimed extends ParcelId, FollowedNumber {
  carrier: string
  not_before: string
  tries: number
}
type Turn = (ctx: JobCtx, tracker: Tracker, claimed: Claimed[]) => Promise<void>

const TURNS: Record<string, Turn> = { change_carrier: changeCarriers, register, read: readParcels, stop: stopParcels }

export const pollParcelsJob = work(pollParcels, async (ctx) => {
  const { tracker } = ctx.services
  if (!tracker) return
  const ends = performance.now() + LONGEST_MS
  let isMore = false
  for (const [turn, take] of Object.entries(TURNS)) {
    for (;;) {
      const claimed = await claim(ctx, turn)
      if (claimed.length > 0) await take(ctx, tracker, claimed)
      if (claimed.length < MOST_NUMBERS) break
      if (performance.now() > ends) {
        isMore = true
        break
      }
    }
  }
  if (isMore) await ctx.db.tx((tx) => enqueue(tx, pollParcels, {}))
})

const claim = (ctx: JobCtx, turn: string): Promise<Claimed[]> =>
  ctx.db.statement(
    async (tx) =>
      (
        await sql<Claimed>`select * from claim_parcels(${turn}, ${ctx.clock()}::timestamptz, ${MOST_NUMBERS}, ${LEASE_S})`.execute(
          tx,
        )
      ).rows,
  )

/** When what is asked next; whatever a person decided meanwhile stays. */
const recordTurn = (ctx: JobCtx, id: ParcelId, ...next: Next) =>
  ctx.as({ workplace_id: id.workplace_id }).statement((tx) => setTurn(tx, id, ...next))
const later = (ctx: JobCtx, ms: number) => new Date(ctx.clock().getTime() + ms)

/** Sent once. What became of it is not known when the reply is lost: the rows stay taken, and are sent again after that. */
async function answersOf(send: Send<Answers<FollowedNumber>>): Promise<Answers<FollowedNumber>> {
  const sent = await send(performance.now() + SEND_WITHIN_MS)
  if (sent.outcome === 'done') return sent.reply
  if (sent.outcome === 'refused') throw new VendorError(TRACKER, sent.kind, sent.message, sent.retry_after_s, sent.code)
  throw new VendorError(TRACKER, 'unavailable', sent.reason)
}

/** Two sellers may have the same number: it is asked about once, and both hear. */
const byNumber = (claimed: readonly Claimed[]) => Map.groupBy(claimed, ({ number }) => number)
const asked = (claimed: readonly Claimed[]): FollowedNumber[] =>
  [...byNumber(claimed)].map(([number, [first]]) => ({ number, carrier_key: first?.carrier_key ?? null }))

/** What was answered about numbers, said of each of their parcels. */
function saidOf<T extends { number: string }>(
  claimed: readonly Claimed[],
  answers: readonly T[],
): (Claimed & { answer: T })[] {
  const rows = byNumber(claimed)
  return answers.flatMap((answer) => (rows.get(answer.number.toUpperCase()) ?? []).map((one) => ({ ...one, answer })))
}

/**
 * Registering is paid for, so it stays inside the plan of each seller and inside the operator's quota. A number that was
 * registered before answers so and costs nothing: sending again is how a lost reply is looked up.
 */
async function register(ctx: JobCtx, tracker: Tracker, claimed: Claimed[]): Promise<void> {
  const granted = new Set<string>()
  for (const [workplace_id, own] of Map.groupBy(claimed, (one) => one.workplace_id)) {
    const ids = own.map(({ parcel_id }) => parcel_id)
    for (const parcel_id of await grantNumbers(ctx, workplace_id, ids)) granted.add(parcel_id)
  }
  const mine = claimed.filter(({ parcel_id }) => granted.has(parcel_id))
  if (mine.length === 0) return
  const { left, left_today } = await tracker.quota(null)
  const room = Math.min(left, left_today ?? left)
  for (const one of mine.slice(room)) await recordTurn(ctx, one, 'register', later(ctx, HOUR_MS))
  const fitting = mine.slice(0, room)
  if (fitting.length < mine.length)
    ctx.log.error({ left, left_today }, 'the quota at the tracker is used up: parcels wait')
  if (fitting.length === 0) return
  const numbers = [...byNumber(fitting)].flatMap(([number, [first]]) =>
    first ? [{ number, carrier_key: keyOf(first), order_time: new Date(first.not_before).toISOString() }] : [],
  )
  const { accepted, refused } = await answersOf(await tracker.register.prepare(numbers))
  await writeTogether(ctx, saidOf(fitting, accepted), (tx, row, { answer }) =>
    recordRegistered(tx, row, answer.carrier_key, ctx.clock()),
  )
  await writeTogether(ctx, saidOf(fitting, refused), (tx, row, { answer }) =>
    recordRefusal(tx, row, answer, ctx.clock()),
  )
}

/** The supplier's word for a carrier may be wrong: it is tried once. */
const keyOf = ({ carrier_key, carrier, tries }: Claimed) => carrier_key ?? (tries === 0 ? carrierKey(carrier) : null)

async function readParcels(ctx: JobCtx, tracker: Tracker, claimed: Claimed[]): Promise<void> {
  const { accepted, refused } = await tracker.read(asked(claimed))
  await writeTogether(ctx, saidOf(claimed, accepted), (tx, row, { answer }) =>
    handleParcel(tx, row, answer, ctx.clock()),
  )
  for (const { answer, ...one } of saidOf(claimed, refused)) {
    // Nothing yet: it is asked again by the usual rhythm. Not registered there: it is registered again.
    const isUnknown = answer.reason === 'not_registered'
    await recordTurn(ctx, one, isUnknown ? 'register' : 'read', later(ctx, isUnknown ? 0 : 6 * HOUR_MS))
  }
}

async function changeCarriers(ctx: JobCtx, tracker: Tracker, claimed: Claimed[]): Promise<void> {
  const changes = claimed.flatMap((one) => {
    const to = carrierKey(one.carrier)
    return to === null ? [] : [{ number: one.number, from: one.carrier_key, to }]
  })
  const answers =
    changes.length === 0 ? { accepted: [], refused: [] } : await answersOf(await tracker.changeCarrier.prepare(changes))
  const wait = new Set(answers.refused.filter(({ reason }) => reason === 'nothing_yet').map(({ number }) => number))
  for (const one of claimed) {
    const isChanged = answers.accepted.some(({ number }) => number.toUpperCase() === one.number)
    const carrier_key = isChanged ? carrierKey(one.carrier) : one.carrier_key
    const turn = wait.has(one.number) ? 'change_carrier' : 'read'
    await recordTurn(ctx, one, turn, later(ctx, 10 * MINUTE_MS), { carrier_key })
  }
}

/** A number that another parcel has as well is left alone: to go on costs nothing. */
async function stopParcels(ctx: JobCtx, tracker: Tracker, claimed: Claimed[]): Promise<void> {
  const alone: Claimed[] = []
  for (const one of claimed) {
    const { rows } = await ctx.db.read((tx) => sql`select from parcels_of_number(${one.number})`.execute(tx))
    if (rows.length === 1) alone.push(one)
  }
  if (alone.length > 0) await answersOf(await tracker.stop.prepare(asked(alone)))
  for (const one of claimed) await recordTurn(ctx, one, null, null, { stopped_at: ctx.clock() })
}
