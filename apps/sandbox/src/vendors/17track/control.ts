import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import { accountOf } from './api-routes.ts'
import { JOURNEY_KINDS, journeyOf, planJourney } from './journeys.ts'
import { hookUrl, nextAt, send, sign, updated } from './push.ts'
import type { Row, Step, TrackTables, TrackWorld } from './tables.ts'
import { stepsUntil } from './track-info.ts'

const HOUR_MS = 3_600_000
const field = (name: string, label: string, value: string) => ({ name, label, type: 'text' as const, value })
const Number5 = plainText.min(5).max(50)

const PlanInput = z.strictObject({
  number: Number5,
  kind: z.enum(JOURNEY_KINDS).default('delivered'),
  hours_ago: z.coerce.number().min(-10_000).max(10_000).default(1),
  used_before_days: z.coerce.number().min(0).max(2000).default(0),
  local_number: plainText.max(50).optional(),
})
const MoveInput = z.strictObject({
  number: Number5,
  sub_status: plainText.min(1).max(60).default('InTransit_Arrival'),
  description: plainText.max(300).default('Scanned'),
  city: plainText.max(100).default('Memphis'),
  /** A late scan: the event is older than the message. */
  hours_ago: z.coerce.number().min(0).max(10_000).default(0),
})
const AgainInput = z.strictObject({
  number: Number5,
  times: z.coerce.number().int().min(1).max(10).default(3),
  shuffled: z.coerce.boolean().default(true),
})
const ForgeInput = z.strictObject({ number: Number5, key: plainText.default('somebody-elses-key') })
const QuotaInput = z.strictObject({
  total: z.coerce.number().int().min(0).max(1e9),
  daily: z.coerce.number().int().min(0).max(1e9).default(0),
})
const LookInput = z.strictObject({ number: Number5 })

async function mustFind(world: TrackWorld, number: string): Promise<Row> {
  const row = await world.db.selectFrom('tracked').selectAll().where('number', '=', number).executeTakeFirst()
  if (!row) throw new BadInput(`Nobody follows ${number}`, 404)
  return row
}

/** The first look is over, and a changed journey is followed from where it stands. */
async function refresh(world: TrackWorld, row: Row, steps: Step[], told: number): Promise<Row> {
  const synced_at = row.synced_at < world.now() ? row.synced_at : world.now()
  return world.db
    .updateTable('tracked')
    .set({ synced_at, told, stopped_at: null, next_at: nextAt({ steps }, told, { ...row, synced_at }) })
    .where('number', '=', row.number)
    .where('carrier', '=', row.carrier)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const control = {
  plan: action<TrackTables, typeof PlanInput>({
    label: 'Plan where a parcel goes',
    fields: [
      field('number', 'Tracking number', 'YT2431884011'),
      field('kind', JOURNEY_KINDS.join(', '), 'delivered'),
      { name: 'hours_ago', label: 'Began so many hours ago', type: 'number', value: 1 },
    ],
    input: PlanInput,
    async run(world, { number, kind, hours_ago, used_before_days, local_number }) {
      const starts_at = new Date(world.now().getTime() - hours_ago * HOUR_MS)
      const journey = await planJourney(world, number, {
        kind,
        starts_at,
        used_before_days,
        local_number: local_number ?? null,
      })
      const row = await world.db.selectFrom('tracked').selectAll().where('number', '=', number).executeTakeFirst()
      if (row) await refresh(world, row, journey.steps, 0)
      return { number, steps: journey.steps.length }
    },
  }),
  move: action<TrackTables, typeof MoveInput>({
    label: 'A carrier scans a parcel, and 17TRACK tells it',
    fields: [
      field('number', 'Tracking number', 'YT2431884011'),
      field('sub_status', 'Sub-status', 'OutForDelivery_Other'),
      field('description', 'What the carrier says', 'Out for delivery'),
    ],
    input: MoveInput,
    async run(world, { number, sub_status, description, city, hours_ago }) {
      const row = await mustFind(world, number)
      const now = world.now()
      const journey = await journeyOf(world, number)
      const at = new Date(now.getTime() - hours_ago * HOUR_MS).toISOString()
      const step = { at, sub_status, description, city, country: journey.to_country }
      // What the carrier had planned is not going to happen any more.
      const steps = [...stepsUntil(journey, now), step].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
      await world.db
        .updateTable('journeys')
        .set({ steps: JSON.stringify(steps) })
        .where('number', '=', number)
        .execute()
      const fresh = await refresh(world, row, steps, steps.length)
      await send(world, await updated(world, fresh, steps, now))
      return { number, steps: steps.length }
    },
  }),
  look_now: action<TrackTables, typeof LookInput>({
    label: '17TRACK looks at a parcel now',
    fields: [field('number', 'Tracking number', 'YT2431884011')],
    input: LookInput,
    async run(world, { number }) {
      const row = await mustFind(world, number)
      const journey = await journeyOf(world, number)
      const steps = stepsUntil(journey, world.now())
      const fresh = await refresh(world, row, journey.steps, steps.length)
      await send(world, await updated(world, fresh, steps))
      return { number, steps: steps.length }
    },
  }),
  send_again: action<TrackTables, typeof AgainInput>({
    label: 'Tell everything about a parcel again, several times and shuffled',
    fields: [
      field('number', 'Tracking number', 'YT2431884011'),
      { name: 'times', label: 'Times', type: 'number', value: 3 },
    ],
    input: AgainInput,
    async run(world, { number, times, shuffled }) {
      const row = await mustFind(world, number)
      const steps = stepsUntil(await journeyOf(world, number), world.now())
      const messages = []
      for (let n = 0; n < times; n++)
        for (let upTo = 1; upTo <= steps.length; upTo++) {
          const seen = steps.slice(0, upTo)
          // As it was told then: with the time of its own look.
          messages.push(await updated(world, row, seen, new Date(Date.parse(seen.at(-1)?.at ?? '') + 60_000)))
        }
      const order = messages.map((message) => ({ message, at: shuffled ? world.random() : 0 }))
      for (const { message } of order.sort((a, b) => a.at - b.at)) await send(world, message)
      return { number, messages: messages.length }
    },
  }),
  forge: action<TrackTables, typeof ForgeInput>({
    label: 'Somebody else tells that a parcel was delivered',
    fields: [field('number', 'Tracking number', 'YT2431884011'), field('key', 'Signed with', 'somebody-elses-key')],
    input: ForgeInput,
    async run(world, { number, key }) {
      const row = await mustFind(world, number)
      const at = world.now().toISOString()
      const step = { at, sub_status: 'Delivered_Other', description: 'Delivered', city: 'Nowhere', country: 'US' }
      let status: number | undefined
      const handled = async (answered: number | undefined) => void (status = answered)
      const message = await updated(world, row, [step])
      await world.callback(message.event, hookUrl(world), message, {}, (body) => sign(body, key), handled)
      for (let tries = 0; tries < 50 && status === undefined; tries++)
        await new Promise((done) => setTimeout(done, 100))
      return { number, status: status ?? null }
    },
  }),
  set_quota: action<TrackTables, typeof QuotaInput>({
    label: 'Set the quota: how many may be registered in all, and in a day (0: no limit)',
    fields: [
      { name: 'total', label: 'In all', type: 'number', value: 200_000 },
      { name: 'daily', label: 'In a day', type: 'number', value: 0 },
    ],
    input: QuotaInput,
    async run(world, { total, daily }) {
      await accountOf(world)
      await world.db.updateTable('account').set({ quota_total: total, max_track_daily: daily }).execute()
      return { total, daily }
    },
  }),
}

/** What 17TRACK has in its books: for tests and the control room. */
export function booksRoute(app: FastifyInstance, world: TrackWorld) {
  app.get('/17track/books', async () => {
    const account = await accountOf(world)
    const tracked = await world.db
      .selectFrom('tracked')
      .select(['number', 'carrier', 'registered_at', 'told', 'stopped_at', 'carrier_changes'])
      .orderBy('registered_at')
      .orderBy('number')
      .limit(10_000)
      .execute()
    return { quota_total: account.quota_total, quota_used: account.quota_used, tracked }
  })
}
