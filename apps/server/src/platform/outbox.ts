import { events, type EventData, type EventName } from '@omni/contracts/events.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import type { Tx } from './db.ts'
import { enqueue, type Job, job, type JobDefinition, work } from './jobs.ts'

/** What a feature does when something happened elsewhere. Runs as a job of its own, at least once. */
export type Subscriber<N extends EventName> = (ctx: JobCtx, data: EventData<N>, event_id: string) => Promise<void>
/** What only writes some rows or adds a job is done in the event's own transaction, which is inside its workplace. */
interface Within<N extends EventName> {
  within: (tx: Tx, data: EventData<N>) => Promise<void>
}
/** Event -> name of the subscriber -> its handler. The name is part of a job's name: waiting jobs carry it. */
export type Subscriptions = { [N in EventName]?: Record<string, Subscriber<N> | Within<N>> }

interface Subscribed {
  event: string
  definition: JobDefinition<typeof Payload>
  handler: Subscriber<EventName> | Within<EventName>
}
const Payload = z.object({ event_id: z.string(), workplace_id: z.string().optional() })
let subscribed: Subscribed[] | undefined

/** Once in each process, before anything is emitted (features.ts). */
export function subscribe(subscriptions: readonly Subscriptions[]): void {
  subscribed = subscriptions.flatMap((area) =>
    Object.entries(area).flatMap(([event, handlers]) =>
      Object.entries(handlers).map(([name, handler]) => ({
        event,
        definition: job(`on.${event}.${name}`, {
          payload: Payload,
          attempts: 25,
          key: (p) => p.event_id,
          scope: ({ workplace_id }) => ({ workplace_id }),
        }),
        // Object.entries forgets that a name and its handlers belong together.
        handler: handler as Subscribed['handler'],
      })),
    ),
  )
}

function subscribersOf(event: string): Subscribed[] {
  if (!subscribed) throw new Error('nobody has said who subscribes')
  return subscribed.filter((one) => one.event === event)
}

/** The version before 0133 had a job hand each event on. To be removed when none of its processes runs any more. */
const deliver = job('outbox.deliver', {
  payload: z.object({ event_id: z.string() }),
  attempts: 25,
  key: (p) => p.event_id,
})

/** Tells the subscribers in the caller's transaction: no commit, no event. Each has a job, with its own retries. */
export async function emit<N extends EventName>(tx: Tx, name: N, given: EventData<N>): Promise<void> {
  const data = events[name].parse(given)
  const subscribers = subscribersOf(name)
  const later = subscribers.filter(({ handler }) => !('within' in handler))
  for (const { handler } of subscribers) if ('within' in handler) await handler.within(tx, data as EventData<EventName>) // of this event
  if (later.length === 0) return
  const { event_id } = await tx
    .insertInto('outbox')
    .values({ name, data: JSON.stringify(data), delivered_at: sql`now()` })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  await handOn(tx, later, event_id, data)
}

const handOn = async (tx: Tx, subscribers: readonly Subscribed[], event_id: string, data: unknown) => {
  const workplace_id = workplaceOf(data)
  for (const { definition } of subscribers) await enqueue(tx, definition, { event_id, workplace_id })
}

/** An event that names a workplace is handled inside that workplace's scope. */
const workplaceOf = (data: unknown): string | undefined =>
  z.object({ workplace_id: z.string() }).safeParse(data).data?.workplace_id

export function outboxJobs(): Job[] {
  const deliverJob = work(deliver, (ctx, { event_id }) =>
    ctx.db.tx(async (tx) => {
      const event = await tx
        .updateTable('outbox')
        .set({ delivered_at: ctx.now })
        .where('event_id', '=', event_id)
        .where('delivered_at', 'is', null)
        .returning(['name', 'data'])
        .executeTakeFirst()
      if (event) await handOn(tx, subscribersOf(event.name), event_id, event.data)
    }),
  )
  const subscriberJobs = (subscribed ?? []).map(({ definition, handler }) =>
    work(definition, async (ctx, { event_id }) => {
      const event = await ctx.db.read((tx) =>
        tx.selectFrom('outbox').select('data').where('event_id', '=', event_id).executeTakeFirst(),
      )
      if (!event) return
      const data = event.data as EventData<EventName> // the name in the row picked this subscriber
      if ('within' in handler) await ctx.db.tx((tx) => handler.within(tx, data))
      else await handler(ctx, data, event_id)
    }),
  )
  return [deliverJob, ...subscriberJobs]
}
