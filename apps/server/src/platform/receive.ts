import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import { Fail } from './fail.ts'
import { enqueue, job, type Job, work } from './jobs.ts'
import type { Runtime } from './runtime.ts'

const BODY_LIMIT = 16 * 1024 * 1024
const KEPT_DAYS = 30

/** A request of a vendor as it came over the wire. */
export interface ReceivedRequest {
  /** Signatures are made over these bytes. */
  raw: Buffer
  headers: Record<string, string | undefined>
  params: Record<string, string>
  query: Record<string, string>
}

/** What `verify` finds out before anything is stored. */
export interface VerifiedDelivery {
  /** The vendor's own id of this delivery. The same one twice is one delivery. */
  delivery_id: string
  /** What it is about, in the vendor's words. */
  topic: string
  /** Deliveries of one account are handled in the order they came. */
  account_key: string
  /** Set: only those with the same lane wait for each other. An order must not wait for a thousand products. */
  lane?: string
}

export interface Delivery extends Omit<VerifiedDelivery, 'lane'> {
  inbox_id: string
  headers: Record<string, string>
  raw: Buffer
}

/**
 * What a vendor sends us, below `/hooks`. It has no session: `verify` checks the signature over the raw bytes and
 * refuses what the vendor did not send. The delivery is then committed together with its job and acknowledged;
 * `handle` runs in the worker.
 */
export interface Receiver {
  vendor: string
  /** Below `/hooks`, with `:names`. */
  path: string
  verify: (ctx: JobCtx, request: ReceivedRequest) => VerifiedDelivery | Promise<VerifiedDelivery>
  /** Runs at least once. */
  handle: (ctx: JobCtx, delivery: Delivery) => Promise<void>
  /** Headers that `handle` reads; the others are not stored. */
  keepsHeaders?: readonly string[]
  /** False: the body holds secrets that `verify` has put away; it is not stored. */
  keepsBody?: false
  /** A GET on the same path: the vendor's challenge, or a person who returns from the vendor's consent page. */
  answerGet?: (ctx: JobCtx, request: ReceivedRequest) => Promise<{ text: string } | { redirect: string }>
}

const handleDelivery = job('receive.handle', {
  payload: z.object({
    inbox_id: z.string(),
    vendor: z.string(),
    account_key: z.string(),
    lane: z.string().default(''),
  }),
  attempts: 25,
  key: ({ inbox_id }) => inbox_id,
  queue: ({ vendor, account_key, lane }) =>
    ['receive', vendor, ...(lane ? [lane] : []), account_key].join(' ').slice(0, 120),
})

const sweepInbox = job('receive.sweep', { payload: z.object({}), attempts: 3, cron: '41 3 * * *' })

export function mountReceivers(app: FastifyInstance, runtime: Runtime, receivers: readonly Receiver[]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    for (const receiver of receivers) {
      const url = `/hooks${receiver.path}`
      scope.post(url, { bodyLimit: BODY_LIMIT }, (request) => receive(runtime, receiver, request))
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

async function receive(runtime: Runtime, receiver: Receiver, request: FastifyRequest): Promise<{ received: true }> {
  const ctx = contextOf(runtime, request)
  const received = readRequest(request)
  const { delivery_id, topic, account_key, lane = '' } = await receiver.verify(ctx, received)
  const { vendor } = receiver
  if (delivery_id === '' || delivery_id.length > 200) throw new Fail('unprocessable', 'invalid.body')
  const headers = Object.fromEntries(
    (receiver.keepsHeaders ?? []).flatMap((name) => (received.headers[name] ? [[name, received.headers[name]]] : [])),
  )
  await ctx.db.tx(async (tx) => {
    const row = await tx
      .insertInto('inbox')
      .values({
        vendor,
        delivery_id,
        topic,
        account_key,
        headers: JSON.stringify(headers),
        body: receiver.keepsBody === false ? Buffer.alloc(0) : received.raw,
      })
      .onConflict((conflict) => conflict.columns(['vendor', 'delivery_id']).doNothing())
      .returning('inbox_id')
      .executeTakeFirst()
    if (row) await enqueue(tx, handleDelivery, { inbox_id: row.inbox_id, vendor, account_key, lane })
  })
  return { received: true }
}

/** The jobs that work the inbox. A delivery that was handled is handled again only when the operator replays it. */
export function receiverJobs(receivers: readonly Receiver[]): Job[] {
  const byVendor = new Map(receivers.map((receiver) => [receiver.vendor, receiver]))
  if (byVendor.size < receivers.length) throw new Error('two receivers share a vendor name')
  return [
    work(handleDelivery, async (ctx, { inbox_id }) => {
      const row = await ctx.db.read((tx) =>
        tx.selectFrom('inbox').selectAll().where('inbox_id', '=', inbox_id).executeTakeFirst(),
      )
      if (!row || row.handled_at !== null) return
      const receiver = byVendor.get(row.vendor)
      if (!receiver) throw new Error(`nobody receives from ${row.vendor}`)
      const { vendor: _, body, headers, ...delivery } = row
      await receiver.handle(ctx, { ...delivery, raw: body, headers: headers as Record<string, string> }) // as written by `receive`
      await ctx.db.tx((tx) =>
        tx.updateTable('inbox').set({ handled_at: ctx.now }).where('inbox_id', '=', inbox_id).execute(),
      )
    }),
    work(sweepInbox, async (ctx) => {
      await ctx.db.tx((tx) =>
        sql`delete from inbox where received_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(tx),
      )
    }),
  ]
}
