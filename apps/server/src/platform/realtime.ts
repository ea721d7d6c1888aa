import { realtimeMessages, type RealtimeData, type RealtimeName } from '@omni/contracts/events.ts'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './db.ts'
import { realtimeClients } from './metrics.ts'
import { addressKey } from './rate-limit.ts'
import { refuse } from './refuse.ts'
import type { Runtime } from './runtime.ts'

const PING_MS = 20_000 // below the idle limits of common proxies
const RECONNECT_MS = 1000
/**
 * Ids are drawn before commit, so a lower one can appear later: a resuming client is given this much again and drops
 * what it knows. A new client is given it too: its page was read before its stream was open.
 */
const OVERLAP_S = 10
const MAX_RESUMED = 500
/** spec: not shown. Streams one process keeps open: for an account (its tabs and devices), for a network address. */
export const MAX_STREAMS = { account: 30, ip: 300 }
const STREAM_RETRY_S = 30

interface Message {
  message_id: number
  user_id: string
  name: string
  data: unknown
}
interface Client {
  user_id: string
  address: string
  session_id: string
  write: (message: Message) => void
  end: () => void
}

/** Tells every open browser of a user, on whichever process it hangs, once the transaction commits. */
export async function tell<N extends RealtimeName>(
  tx: Tx,
  user_id: string,
  name: N,
  data: RealtimeData<N>,
): Promise<void> {
  await tx
    .insertInto('realtime_messages')
    .values({ user_id, name, data: JSON.stringify(realtimeMessages[name].parse(data)) })
    .execute()
}

/** The same to every member of a workplace. The transaction must be inside that workplace's scope. */
export async function tellWorkplace<N extends RealtimeName>(
  tx: Tx,
  workplace_id: string,
  name: N,
  data: RealtimeData<N>,
): Promise<void> {
  const checked = JSON.stringify(realtimeMessages[name].parse(data))
  await sql`select tell_workplace(${workplace_id}, ${name}, ${checked}::jsonb)`.execute(tx)
}

export interface Realtime {
  open: (
    reply: FastifyReply,
    session: { user_id: string; session_id: string },
    ip: string,
    lastId: number | null,
  ) => Promise<void>
  close: () => Promise<void>
}

/** One LISTEN connection per process; browsers hang on it over server-sent events. */
export function createRealtime(runtime: Runtime): Realtime {
  const clients = new Set<Client>()
  let listener: pg.Client | undefined
  let closed = false

  const one = (userId: string, id: number) =>
    runtime
      .db({})
      .read((tx) =>
        tx
          .selectFrom('realtime_messages')
          .select(['message_id', 'user_id', 'name', 'data'])
          .where('user_id', '=', userId)
          .where('message_id', '=', id)
          .execute(),
      )

  const since = (userId: string, id: number) =>
    runtime.db({}).read(
      async (tx) =>
        (
          await sql<Message>`
    select message_id, user_id, name, data from realtime_messages
    where user_id = ${userId} and message_id <> ${id} and (message_id > ${id} or created_at >
      (select last.created_at from realtime_messages last
        where last.message_id = ${id} and last.user_id = ${userId}) - make_interval(secs => ${OVERLAP_S}))
    order by message_id limit ${MAX_RESUMED}`.execute(tx)
        ).rows,
    )

  const lately = (userId: string) =>
    runtime.db({}).read(
      async (tx) =>
        (
          await sql<Message>`
    select message_id, user_id, name, data from realtime_messages
    where user_id = ${userId} and created_at > now() - make_interval(secs => ${OVERLAP_S})
    order by message_id limit ${MAX_RESUMED}`.execute(tx)
        ).rows,
    )

  async function heard(payload: string): Promise<void> {
    const [id = '', userId = ''] = payload.split(' ')
    const reached = [...clients].filter((client) => client.user_id === userId)
    if (reached.length === 0) return
    const messages = await one(userId, Number(id)).catch((error: unknown) => {
      // It could not be read: they come back, and resume from their last id.
      for (const client of reached) client.end()
      throw error
    })
    for (const message of messages) {
      for (const client of reached) {
        client.write(message)
        if (message.name === 'session.ended' && endedSession(message) === client.session_id) client.end()
      }
    }
  }

  async function listen(): Promise<void> {
    if (closed) return
    const client = new pg.Client({
      connectionString: runtime.config.APP_DATABASE_URL,
      application_name: 'omni-realtime',
      keepAlive: true,
    })
    listener = client
    const again = () => {
      if (closed || listener !== client) return
      listener = undefined
      // Messages may have been missed: browsers reconnect and resume from their last id.
      for (const browser of clients) browser.end()
      setTimeout(() => void listen(), RECONNECT_MS).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => {
      heard(payload ?? '').catch((error: unknown) => runtime.log.warn({ err: error }, 'realtime message not passed on'))
    })
    await client
      .connect()
      .then(() => client.query('listen realtime'))
      .catch(again)
  }
  void listen()

  const pings = setInterval(() => {
    for (const client of clients) client.write({ message_id: 0, user_id: '', name: 'ping', data: {} })
  }, PING_MS)
  pings.unref()

  return {
    async open(reply, { user_id, session_id }, ip, lastId) {
      const address = addressKey(ip)
      const open = [...clients]
      if (
        open.filter((client) => client.user_id === user_id).length >= MAX_STREAMS.account ||
        open.filter((client) => client.address === address).length >= MAX_STREAMS.ip
      )
        refuse('rate_limited', {}, { retry_after_s: STREAM_RETRY_S })
      reply.hijack()
      const stream = reply.raw
      const headers = reply.getHeaders() as Record<string, string> // set by our own hooks: plain strings
      stream.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const held: Message[] = []
      let resumed = false
      const put = (message: Message) => {
        if (message.message_id === 0) return void stream.write(': ping\n\n')
        stream.write(`id: ${message.message_id}\nevent: ${message.name}\ndata: ${JSON.stringify(message.data)}\n\n`)
      }
      const client: Client = {
        user_id,
        session_id,
        address,
        end: () => stream.end(),
        write: (message) => {
          if (resumed) put(message)
          else held.push(message)
        },
      }
      clients.add(client)
      realtimeClients.set(clients.size)
      stream.on('close', () => {
        clients.delete(client)
        realtimeClients.set(clients.size)
      })
      stream.write('retry: 1000\n\n')
      for (const message of await (lastId === null ? lately(user_id) : since(user_id, lastId))) put(message)
      resumed = true
      for (const message of held) put(message)
    },
    async close() {
      closed = true
      clearInterval(pings)
      for (const client of clients) client.end()
      await listener?.end().catch(() => {})
    },
  }
}

function endedSession(message: Message): string | undefined {
  const parsed = realtimeMessages['session.ended'].safeParse(message.data)
  return parsed.success ? parsed.data.session_id : undefined
}
