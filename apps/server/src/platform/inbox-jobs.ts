import { VendorError } from '@omni/connectors/vendor-error.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import type { DB } from './db-types.ts'
import { enqueue, job, type Job, work } from './jobs.ts'
import { allOrEach } from './together.ts'
import { type Delivery, drainLane, Lane, queueOf, type Receiver } from './receive.ts'

const KEPT_DAYS = 30
/** Deliveries worked in one go, one by one or together, and how much of them is held in memory at once. */
const SLICE = { one_by_one: 10, together: 100, bytes: 8 * 1024 * 1024 }
/** After several that came together: more of them are on their way, and are worked together too. */
const GATHER_MS = 150
const FIRST_RETRY_S = 3

/** One delivery by itself: it failed among the others, or the operator replays it. */
const handleDelivery = job('receive.handle', {
  payload: Lane.extend({ inbox_id: z.string() }),
  attempts: 25,
  key: ({ inbox_id }) => inbox_id,
  queue: queueOf,
})

const sweepInbox = job('receive.sweep', { payload: z.object({}), attempts: 3, cron: '41 3 * * *' })

type Row = Selectable<DB['inbox']>

async function deliveryOf(ctx: JobCtx, receiver: Receiver, row: Row): Promise<Delivery> {
  const { inbox_id, delivery_id, topic, account_key, body: raw } = row
  const found = receiver.found?.parse(row.found ?? (await foundAgain(ctx, receiver, row)))
  return { inbox_id, delivery_id, topic, account_key, found, raw }
}

/**
 * The version before 0132 kept headers instead of what `verify` found: its deliveries are verified once more. To be
 * removed when none of them is left, 30 days after the last process of that version.
 */
async function foundAgain(ctx: JobCtx, receiver: Receiver, { headers, body: raw, account_key }: Row): Promise<unknown> {
  const values = account_key.split('/')
  const names = [...receiver.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
  const request = { raw, headers: headers as Record<string, string>, params, query: {} } // as that version wrote them
  return (await receiver.verify(ctx, request)).found
}

/** The jobs that work the inbox. A delivery that was handled is handled again only when the operator replays it. */
export function receiverJobs(receivers: readonly Receiver[]): Job[] {
  const byVendor = new Map(receivers.map((receiver) => [receiver.vendor, receiver]))
  if (byVendor.size < receivers.length) throw new Error('two receivers share a vendor name')
  const handle = async (ctx: JobCtx, rows: Row[]): Promise<Row[]> => {
    const receiver = byVendor.get(rows[0]?.vendor ?? '')
    if (!receiver) throw new Error(`nobody receives from ${rows[0]?.vendor}`)
    const deliveries = await Promise.all(rows.map((row) => deliveryOf(ctx, receiver, row)))
    const [first] = deliveries
    if (deliveries.length > 1) await receiver.handleTogether?.(ctx, deliveries)
    else if (first) await receiver.handle(ctx, first)
    await markHandled(ctx, rows)
    return rows
  }
  return [
    work(drainLane, async (ctx, lane) => {
      const isTogether = byVendor.get(lane.vendor)?.handleTogether !== undefined
      const { rows, is_more } = await takeSlice(ctx, lane, isTogether ? SLICE.together : SLICE.one_by_one)
      const outcomes: PromiseSettledResult<Row>[] = []
      for (const some of isTogether ? [rows] : rows.map((row) => [row]))
        outcomes.push(...(await allOrEach(some, (them) => handle({ ...ctx, now: ctx.clock() }, them))))
      for (const [at, outcome] of outcomes.entries()) {
        const row = rows[at]
        if (outcome.status === 'fulfilled' || !row) continue
        const error: unknown = outcome.reason
        ctx.log.warn({ err: error, inbox_id: row.inbox_id }, 'a delivery failed')
        const asked_s = error instanceof VendorError ? error.retry_after_s : undefined
        await setAside(ctx, row, Math.max(FIRST_RETRY_S, asked_s ?? 0))
      }
      if (is_more) await ctx.db.statement((tx) => enqueue(tx, drainLane, lane))
      else if (rows.length > 1) await pause(GATHER_MS)
    }),
    work(handleDelivery, async (ctx, { inbox_id }) => {
      const row = await ctx.db.read((tx) =>
        tx.selectFrom('inbox').selectAll().where('inbox_id', '=', inbox_id).executeTakeFirst(),
      )
      if (row && row.handled_at === null) await handle(ctx, [row])
    }),
    work(sweepInbox, async (ctx) => {
      await ctx.db.tx((tx) =>
        sql`delete from inbox where received_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(tx),
      )
    }),
  ]
}

const markHandled = (ctx: JobCtx, rows: Row[]) =>
  ctx.db.statement((tx) =>
    sql`update inbox set handled_at = ${ctx.now} where inbox_id = any(${rows.map(({ inbox_id }) => inbox_id)}::uuid[])`.execute(
      tx,
    ),
  )

/**
 * The next ones of a lane, marked as begun before anything is done with them. One that was begun before was in the
 * hands of a process that died, perhaps of it: it gets a job and tries of its own.
 */
async function takeSlice(
  ctx: JobCtx,
  { vendor, account_key, lane }: Lane,
  at_most: number,
): Promise<{ rows: Row[]; is_more: boolean }> {
  const { rows: taken } = await ctx.db.statement((tx) =>
    sql<Row & { in_all: number; was: string }>`
      with waiting as (
        select inbox_id, state, count(*) over () as in_all, row_number() over came as nth,
          sum(octet_length(body)) over came as bytes
        from (select * from inbox where vendor = ${vendor} and account_key = ${account_key} and lane = ${lane}
          and handled_at is null and state <> 'alone' order by received_at, inbox_id limit ${at_most + 1}) w
        window came as (order by received_at, inbox_id)),
      taken as (
        update inbox i set state = 'begun' from waiting w
        where i.inbox_id = w.inbox_id and nth <= ${at_most} and (nth = 1 or bytes <= ${SLICE.bytes})
        returning i.*, w.in_all::int, w.state as was)
      select * from taken order by received_at, inbox_id`.execute(tx),
  )
  for (const row of taken) if (row.was === 'begun') await setAside(ctx, row, 0)
  return { rows: taken.filter(({ was }) => was === 'new'), is_more: (taken[0]?.in_all ?? 0) > taken.length }
}

/** It is tried again by itself, and in the end given up where the operator sees it; the others go on. */
const setAside = (ctx: JobCtx, { inbox_id, vendor, account_key, lane }: Row, wait_s: number): Promise<void> =>
  ctx.db.tx(async (tx) => {
    await tx.updateTable('inbox').set({ state: 'alone' }).where('inbox_id', '=', inbox_id).execute()
    const at = new Date(ctx.clock().getTime() + wait_s * 1000)
    await enqueue(tx, handleDelivery, { inbox_id, vendor, account_key, lane }, at)
  })
