import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { spend } from '../../frame/daily-usage.ts'
import { Refusal } from '../../frame/refusal.ts'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { carrierByKey, detectCarrier, journeyOf } from './journeys.ts'
import { API_KEY, nextAt } from './push.ts'
import type { Row, TrackWorld } from './tables.ts'
import { stepsUntil, trackInfo } from './track-info.ts'

const MOST = 40
const PER_SECOND = 3
/** How long nothing is known of a number that was just registered. */
const FIRST_LOOK_MS = 5 * 60_000
const MOST_CARRIER_CHANGES = 5
const FIRST_QUOTA = { quota_total: 200_000, quota_used: 0, max_track_daily: 0 }
const ACCOUNT = 'sandbox'

export const failed = (status: number, code: number, message: string) => ({
  status,
  body: { code, data: { errors: [{ code, message }] } },
})

type Item = Record<string, unknown>
type Answer = { accepted: unknown } | { code: number; message: string }
const no = (code: number, message: string): Answer => ({ code, message })

export async function accountOf(world: TrackWorld) {
  await world.db
    .insertInto('account')
    .values({ single: true, ...FIRST_QUOTA })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return world.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
}

const find = (world: TrackWorld, number: string, carrier: number | undefined): Promise<Row[]> => {
  const own = world.db.selectFrom('tracked').selectAll().where('number', '=', number)
  return (carrier === undefined ? own : own.where('carrier', '=', carrier)).orderBy('registered_at').execute()
}

const carrierIn = (item: Item, name = 'carrier') => {
  const value = item[name]
  return typeof value === 'number' && value > 0 ? value : undefined
}

export function apiRoutes(app: FastifyInstance, world: TrackWorld) {
  const window = slidingWindow(PER_SECOND)

  function guard({ headers }: FastifyRequest) {
    if (headers['17token'] !== API_KEY) throw new Refusal(failed(401, -18010002, 'Invalid security key.'))
    if (window.take(ACCOUNT).left < 0) throw new Refusal(failed(429, 429, 'Too many requests.'))
  }

  /** Each number is answered for itself; the call as a whole fails only where it cannot be read. */
  const each = (operation: string, work: (item: Item, number: string) => Promise<Answer>) => {
    app.post(`/track/:version/${operation}`, { config: { endpoint: operation } }, async (request) => {
      guard(request)
      const items: unknown = request.body
      if (!Array.isArray(items) || items.length === 0)
        throw new Refusal(failed(200, -18010013, 'Invalid submitted data.'))
      if (items.length > MOST) throw new Refusal(failed(200, -18010014, `More than ${MOST} numbers.`))
      const accepted: unknown[] = []
      const rejected: unknown[] = []
      for (const one of items as unknown[]) {
        const item = (typeof one === 'object' && one !== null ? one : {}) as Item // any JSON object
        const number = String(item['number'] ?? '')
        const answer = /^[A-Za-z0-9-]{5,50}$/.test(number)
          ? await work(item, number)
          : no(number === '' ? -18010010 : -18010012, `The format of '${number.slice(0, 60)}' is invalid.`)
        if ('accepted' in answer) accepted.push(answer.accepted)
        else rejected.push({ number, tag: item['tag'] ?? null, error: answer })
      }
      return { code: 0, data: { accepted, rejected } }
    })
  }

  each('register', async (item, number) => {
    const given = carrierIn(item)
    if (given !== undefined && !carrierByKey(given)) return no(-18019910, `Carrier code ${given} is incorrect.`)
    const found = detectCarrier(number)
    const carrier = given ?? found?.key
    if (carrier === undefined) return no(-18019903, 'Carrier can not be detected.')
    if ((await find(world, number, carrier)).length > 0)
      return no(-18019901, `The tracking number ${number} has already been registered.`)
    const { quota_total, quota_used, max_track_daily } = await accountOf(world)
    if (quota_used >= quota_total) return no(-18019908, 'The tracking quota has been used up.')
    if (max_track_daily > 0 && !(await spend(world, ACCOUNT, 1, max_track_daily)))
      return no(-18019907, 'The daily tracking limit has been exceeded.')
    const now = world.now()
    const journey = await journeyOf(world, number)
    const row = { registered_at: now, synced_at: new Date(now.getTime() + FIRST_LOOK_MS) }
    const origin = given === undefined ? 1 : 2
    const text = (name: string) => (typeof item[name] === 'string' ? (item[name] as string) : null) // checked beside it
    const made = await world.db
      .insertInto('tracked')
      .values({
        number,
        carrier,
        origin,
        tag: text('tag'),
        param: text('param'),
        order_time: text('order_time'),
        ...row,
        told: 0,
        next_at: nextAt(journey, 0, row),
        stopped_at: null,
        retracked: false,
        carrier_changes: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst()
    if (!made) return no(-18019901, `The tracking number ${number} has already been registered.`)
    await world.db
      .updateTable('account')
      .set({ quota_used: sql<number>`quota_used + 1` })
      .execute()
    return { accepted: { origin, number, carrier, email: null, tag: text('tag'), lang: null } }
  })

  each('gettrackinfo', async (item, number) => {
    const [row] = await find(world, number, carrierIn(item))
    if (!row) return no(-18019902, `The tracking number ${number} is not registered, please register it first.`)
    const now = world.now()
    if (row.synced_at > now) return no(-18019909, 'No tracking information at the moment.')
    const journey = await journeyOf(world, number)
    const { carrier, param, tag } = row
    return {
      accepted: { number, carrier, param, tag, track_info: trackInfo(row, journey, stepsUntil(journey, now), now) },
    }
  })

  each('stoptrack', async (item, number) => {
    const [row] = await find(world, number, carrierIn(item))
    if (!row) return no(-18019902, `The tracking number ${number} is not registered, please register it first.`)
    if (row.stopped_at) return no(-18019906, 'Only numbers that are being tracked can be stopped.')
    await world.db
      .updateTable('tracked')
      .set({ stopped_at: world.now(), next_at: null })
      .where('number', '=', number)
      .where('carrier', '=', row.carrier)
      .execute()
    return { accepted: { number, carrier: row.carrier } }
  })

  each('changecarrier', async (item, number) => {
    const rows = await find(world, number, carrierIn(item, 'carrier_old'))
    const [row] = rows
    const next = carrierIn(item, 'carrier_new')
    if (next === undefined) return no(-18019804, 'The new carrier is missing.')
    if (rows.length > 1) return no(-18019801, 'The number has several carriers.')
    if (!row) return no(-18019805, 'The number or its old carrier was not found.')
    if (!carrierByKey(next)) return no(-18019802, `Carrier code ${next} is incorrect.`)
    if (next === row.carrier) return no(-18019803, 'The carriers are the same.')
    if (row.stopped_at) return no(-18019806, 'The number is stopped.')
    if (row.carrier_changes >= MOST_CARRIER_CHANGES) return no(-18019807, 'The carrier was changed too often.')
    if (row.synced_at > world.now()) return no(-18019808, 'Wait for the first result.')
    if ((await find(world, number, next)).length > 0) return no(-18019809, 'The number exists with this carrier.')
    const journey = await journeyOf(world, number)
    await world.db
      .updateTable('tracked')
      .set({ carrier: next, carrier_changes: row.carrier_changes + 1, told: 0, next_at: nextAt(journey, 0, row) })
      .where('number', '=', number)
      .where('carrier', '=', row.carrier)
      .execute()
    return { accepted: { number, carrier: next } }
  })

  app.post('/track/:version/getquota', { config: { endpoint: 'getquota' } }, async (request) => {
    guard(request)
    const { quota_total, quota_used, max_track_daily } = await accountOf(world)
    const day = world.now().toISOString().slice(0, 10)
    const used = await world.db
      .selectFrom('usage')
      .select('used')
      .where('day', '=', day)
      .where('account', '=', ACCOUNT)
      .executeTakeFirst()
    return {
      code: 0,
      data: {
        quota_total,
        quota_used,
        quota_remain: quota_total - quota_used,
        today_used: used?.used ?? 0,
        max_track_daily,
        free_email_quota: 0,
        free_email_quotaused: 0,
      },
    }
  })
}
