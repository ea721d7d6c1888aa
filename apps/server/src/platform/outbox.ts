import { events, type EventData, type EventName } from '@omni/contracts/events.ts'
import { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import type { Tx } from './db.ts'
import { enqueue, job, work, type Job } from './jobs.ts'

/** What a feature does when something happened elsewhere. Runs as a job of its own, at least once. */
export type Subscriber<N extends EventName> = (ctx: JobCtx, data: EventData<N>, event_id: string) => Promise<void>
/** Event -> name of the subscriber -> its handler. The name is part of a job's name: waiting jobs carry it. */
export type Subscriptions = { [N in EventName]?: Record<string, Subscriber<N>> }

const deliver = job('outbox.deliver', {
  payload: z.object({ event_id: z.string() }),
  attempts: 25,
  key: (p) => p.event_id,
})

/** Writes an event in the caller's transaction: no commit, no event. */
export async function emit<N extends EventName>(tx: Tx, name: N, data: EventData<N>): Promise<void> {
  const row = await tx
    .insertInto('outbox')
    .values({ name, data: JSON.stringify(events[name].parse(data)) })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, deliver, { event_id: row.event_id })
}

/** An event that names a workplace is handled inside that workplace's scope. */
const workplaceOf = (data: unknown): string | undefined =>
  z.object({ workplace_id: z.string() }).safeParse(data).data?.workplace_id

/** One job hands an event on; each subscriber then has a job of its own, with its own retries. */
export function outboxJobs(subscriptions: Subscriptions[]): Job[] {
  const payload = z.object({ event_id: z.string(), workplace_id: z.string().optional() })
  const subscribers = subscriptions.flatMap((area) =>
    Object.entries(area).flatMap(([event, handlers]) =>
      Object.entries(handlers).map(([name, handler]) => ({
        event,
        definition: job(`on.${event}.${name}`, {
          payload,
          attempts: 25,
          key: (p) => p.event_id,
          scope: ({ workplace_id }) => ({ workplace_id }),
        }),
        // Object.entries forgets that a name and its handlers belong together.
        handler: handler as Subscriber<EventName>,
      })),
    ),
  )
  const load = (ctx: JobCtx, event_id: string) =>
    ctx.db.read((tx) => tx.selectFrom('outbox').selectAll().where('event_id', '=', event_id).executeTakeFirst())

  const deliverJob = work(deliver, async (ctx, { event_id }) => {
    await ctx.db.tx(async (tx) => {
      const event = await tx
        .selectFrom('outbox')
        .selectAll()
        .where('event_id', '=', event_id)
        .forUpdate()
        .executeTakeFirst()
      if (!event || event.delivered_at) return // an earlier attempt got through
      const workplace_id = workplaceOf(event.data)
      for (const { definition } of subscribers.filter((subscriber) => subscriber.event === event.name))
        await enqueue(tx, definition, { event_id, workplace_id })
      await tx.updateTable('outbox').set({ delivered_at: ctx.now }).where('event_id', '=', event_id).execute()
    })
  })
  const subscriberJobs = subscribers.map(({ definition, handler }) =>
    work(definition, async (ctx, { event_id }) => {
      const event = await load(ctx, event_id)
      // The name in the row picked this subscriber, so the data is of its kind.
      if (event) await handler(ctx, event.data as EventData<EventName>, event_id)
    }),
  )
  return [deliverJob, ...subscriberJobs]
}
