import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import { type Db, isDatabaseAway } from './db.ts'
import { Fail } from './fail.ts'
import { adding, job } from './jobs.ts'
import type { Runtime } from './runtime.ts'
import { togetherOrAlone } from './together.ts'

const BODY_LIMIT = 16 * 1024 * 1024
/** A larger one is stored by itself: what is stored together is held in memory together. */
const SHARED_BODY = 64 * 1024

/** A request of a vendor as it came over the wire. */
export interface ReceivedRequest {
  /** Signatures are made over these bytes. */
  raw: Buffer
  headers: Record<string, string | undefined>
  params: Record<string, string>
  query: Record<string, string>
}

/** What `verify` finds out before anything is stored. */
export interface VerifiedDelivery<Found = unknown> {
  /** The vendor's own id of this delivery. The same one twice is one delivery. */
  delivery_id: string
  /** What it is about, in the vendor's words. */
  topic: string
  /** Deliveries of one account are handled in the order they came. */
  account_key: string
  /** Set: only those with the same lane wait for each other. An order must not wait for a thousand products. */
  lane?: string
  /** Whatever else `handle` needs: kept as JSON, and read by the receiver's `found`. */
  found?: Found
}

/** A delivery as it was verified when it came. It has no signature: nothing is verified a second time. */
export interface Delivery<Found = unknown> extends Omit<VerifiedDelivery, 'lane' | 'found'> {
  inbox_id: string
  found: Found
  raw: Buffer
}

/**
 * What a vendor sends us, below `/hooks`. It has no session: `verify` checks the signature over the raw bytes and
 * refuses what the vendor did not send. What it found is then committed together with its job and acknowledged;
 * `handle` runs in the worker.
 */
export interface Receiver<Found extends z.ZodType = z.ZodType> {
  vendor: string
  /** Below `/hooks`, with `:names`. */
  path: string
  /** Reads back what `verify` found. Absent: `handle` needs no more than topic, account and body. */
  found?: Found
  verify(
    ctx: JobCtx,
    request: ReceivedRequest,
  ): VerifiedDelivery<z.input<Found>> | Promise<VerifiedDelivery<z.input<Found>>>
  /** Runs at least once. */
  handle(ctx: JobCtx, delivery: Delivery<z.output<Found>>): Promise<void>
  /** Several of one account and lane, in the order they came; where it fails, `handle` gets each of them. */
  handleTogether?(ctx: JobCtx, deliveries: Delivery<z.output<Found>>[]): Promise<void>
  /** False: the body holds secrets that `verify` has put away; it is not stored. */
  keepsBody?: false
  /** A GET on the same path: the vendor's challenge, or a person who returns from the vendor's consent page. */
  answerGet?: (ctx: JobCtx, request: ReceivedRequest) => Promise<{ text: string } | { redirect: string }>
}

export const Lane = z.object({ vendor: z.string(), account_key: z.string(), lane: z.string().default('') })
export type Lane = z.output<typeof Lane>

export const queueOf = ({ vendor, account_key, lane }: Lane) =>
  ['receive', vendor, ...(lane ? [lane] : []), account_key].join(' ').slice(0, 120)

/** Works what waits in a lane (inbox-jobs.ts). One at a time, over all workers. */
export const drainLane = job('receive.drain', {
  payload: Lane,
  attempts: 25,
  key: ({ vendor, account_key, lane }) =>
    createHash('sha256')
      .update(JSON.stringify([vendor, account_key, lane]))
      .digest('hex'),
  queue: queueOf,
  serves_all: true,
})

export function mountReceivers(app: FastifyInstance, runtime: Runtime, receivers: readonly Receiver[]): void {
  const db = runtime.db({})
  // What comes in while a commit is under way shares the next one: a transaction each costs more than all the rest.
  const keepShared = togetherOrAlone((arrivals: Arrival[]) => keep(db, arrivals), {}, isDatabaseAway)
  const receive = async (receiver: Receiver, request: FastifyRequest): Promise<{ received: true }> => {
    const arrival = await arrivalOf(contextOf(runtime, request), receiver, readRequest(request))
    if (arrival.body.length > SHARED_BODY) await keep(db, [arrival])
    else await keepShared(arrival)
    return { received: true }
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    for (const receiver of receivers) {
      const url = `/hooks${receiver.path}`
      scope.post(url, { bodyLimit: BODY_LIMIT }, (request) => receive(receiver, request))
      const { answerGet } = receiver
      if (answerGet)
        scope.get(url, async (request, reply: FastifyReply) => {
          const answer = await answerGet(contextOf(runtime, request), readRequest(request))
          if ('redirect' in answer) return reply.redirect(answer.redirect, 303)
          return reply.type('text/plain; charset=utf-8').send(answer.text)
        })
    }
  })
}

const contextOf = (runtime: Runtime, request: FastifyRequest) => runtime.jobCtx({}, `hook ${request.id}`, 1)

const readRequest = (request: FastifyRequest): ReceivedRequest => ({
  raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  headers: request.headers as Record<string, string | undefined>, // Node joins repeated headers into one string
  params: request.params as Record<string, string>, // the router gives texts
  query: request.query as Record<string, string>, // of a repeated name the vendor's own check sees a list and refuses
})

/** What is written to the inbox of one delivery. */
interface Arrival extends Required<Omit<VerifiedDelivery, 'found'>> {
  vendor: string
  found: string
  body: Buffer
}

async function arrivalOf(ctx: JobCtx, receiver: Receiver, received: ReceivedRequest): Promise<Arrival> {
  const { vendor, keepsBody } = receiver
  const { found = {}, lane = '', ...verified } = await receiver.verify(ctx, received)
  const { delivery_id } = verified
  if (delivery_id === '' || delivery_id.length > 200) throw new Fail('unprocessable', 'invalid.body')
  const body = keepsBody === false ? Buffer.alloc(0) : received.raw
  return { ...verified, vendor, lane, found: JSON.stringify(found), body }
}

/**
 * Commits deliveries together with the jobs of their lanes: one statement, so one round trip. In the order they came: a
 * commit has one time.
 */
const keep = (db: Db, arrivals: Arrival[]): Promise<void[]> => {
  const all = <K extends keyof Arrival>(name: K) => arrivals.map((arrival) => arrival[name])
  return db.statement(async (tx) => {
    const { rows: jobs, add } = adding(drainLane, arrivals)
    await sql`with came as (
        select * from unnest(${all('vendor')}::text[], ${all('delivery_id')}::text[], ${all('topic')}::text[],
          ${all('account_key')}::text[], ${all('lane')}::text[], ${all('found')}::text[], ${all('body')}::bytea[],
          ${jobs.payload}::text[], ${jobs.key}::text[], ${jobs.queue}::text[])
        with ordinality as c (vendor, delivery_id, topic, account_key, lane, found, body, payload, key, queue, nth)),
      kept as (
        insert into inbox (vendor, delivery_id, topic, account_key, lane, found, body, received_at)
        select vendor, delivery_id, topic, account_key, lane, found::jsonb, body, now() + nth * interval '1 microsecond'
        from came order by vendor, delivery_id -- so that two who are sent the same never wait for each other in a circle
        on conflict (vendor, delivery_id) do nothing returning vendor, delivery_id)
      select ${add} as added from (select distinct payload, key, queue from kept join came using (vendor, delivery_id)
        order by key) j`.execute(tx)
    return arrivals.map(() => undefined)
  })
}
