import { realtimeMessages, type RealtimeData, type RealtimeName } from '@omni/contracts/events.ts'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { announce } from './announce.ts'
import { afterCommit, type Tx } from './db.ts'
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

const CHANNEL = 'realtime'
/** Streams are looked after this often, whether or not a notification came: one that is lost costs a second. */
const LOOK_MS = 1000
/** The word of one message in a notification: its id and whose it is. */
const wordOf = ({ message_id, user_id }: Pick<Message, 'message_id' | 'user_id'>) => `${message_id} ${user_id}`

/** Every process that has streams open hears of these messages once the transaction has committed. */
const announceMessages = (tx: Tx, messages: Pick<Message, 'message_id' | 'user_id'>[]) =>
  afterCommit(tx, (pool) => announce(pool, CHANNEL, messages.map(wordOf)))

/** Tells every open browser of a user, on whichever process it hangs, once the transaction commits. */
export async function publish<N extends RealtimeName>(
  tx: Tx,
  user_id: string,
  name: N,
  data: RealtimeData<N>,
): Promise<void> {
  const messages = await tx
    .insertInto('realtime_messages')
    .values({ user_id, name, data: JSON.stringify(realtimeMessages[name].parse(data)) })
    .returning(['message_id', 'user_id'])
    .execute()
  announceMessages(tx, messages)
}

/** The same to every member of a workplace. The transaction must be inside that workplace's scope. */
export async function publishToWorkplace<N extends RealtimeName>(
  tx: Tx,
  workplace_id: string,
  /** One hint, or several that say no more than that something changed. */
  name: N | readonly N[],
  data: RealtimeData<N>,
): Promise<void> {
  const names = [name].flat() as N[] // flat() cannot tell a name from a list of them
  const [checked] = names.map((one) => JSON.stringify(realtimeMessages[one].parse(data)))
  const { rows } = await sql<Pick<Message, 'message_id' | 'user_id'>>`
    select message_id, user_id from unnest(${names}::text[]) as told (name),
      notify_workplace(${workplace_id}, told.name, ${checked}::jsonb)`.execute(tx)
  announceMessages(tx, rows)
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

  /** What each stream's person was sent lately, by id: what is looked for every second was mostly announced before. */
  const passedOn = new Map<number, number>()
  async function passOn(messages: Message[]): Promise<void> {
    for (const message of messages) {
      if (passedOn.has(message.message_id)) continue
      passedOn.set(message.message_id, performance.now())
      for (const client of clients) {
        if (client.user_id !== message.user_id) continue
        client.write(message)
        if (message.name === 'session.ended' && endedSession(message) === client.session_id) client.end()
      }
    }
  }

  /** Those of the announced messages that somebody here waits for, in one statement. */
  async function handled(payload: string): Promise<void> {
    const open = new Set([...clients].map(({ user_id }) => user_id))
    const announced = payload.split(',').map((word) => word.split(' '))
    const ids = announced.filter(([, user_id = '']) => open.has(user_id)).map(([id]) => Number(id))
    if (ids.length === 0) return
    const messages = await runtime
      .db({})
      .read((tx) =>
        tx
          .selectFrom('realtime_messages')
          .select(['message_id', 'user_id', 'name', 'data'])
          .where('message_id', 'in', ids)
          .orderBy('message_id')
          .execute(),
      )
    await passOn(messages)
  }

  /** What was committed without a word, or with one that was lost. */
  async function lookForMissed(): Promise<void> {
    const forgotten = performance.now() - 2 * OVERLAP_S * 1000
    for (const [id, at] of passedOn) if (at < forgotten) passedOn.delete(id)
    const open = [...new Set([...clients].map(({ user_id }) => user_id))]
    if (open.length === 0) return
    const { rows } = await runtime.db({}).read((tx) =>
      sql<Message>`select message_id, user_id, name, data from realtime_messages
        where created_at > now() - make_interval(secs => ${OVERLAP_S}) and user_id = any(${open}::uuid[])
          and message_id <> all(${[...passedOn.keys()]}::bigint[])
        order by message_id limit ${MAX_RESUMED}`.execute(tx),
    )
    await passOn(rows)
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
      // What could not be read is looked for a second later.
      handled(payload ?? '').catch((error: unknown) =>
        runtime.log.warn({ err: error }, 'realtime message not passed on'),
      )
    })
    await client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .catch(again)
  }
  void listen()

  const pings = setInterval(() => {
    for (const client of clients) client.write({ message_id: 0, user_id: '', name: 'ping', data: {} })
  }, PING_MS)
  pings.unref()
  const looks = setInterval(() => {
    lookForMissed().catch((error: unknown) => runtime.log.warn({ err: error }, 'realtime messages not looked for'))
  }, LOOK_MS)
  looks.unref()

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
      /** What it was given when it was opened, and may be announced only now. */
      const known = new Set<number>()
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
          if (!resumed) held.push(message)
          else if (!known.has(message.message_id)) put(message)
        },
      }
      clients.add(client)
      realtimeClients.set(clients.size)
      stream.on('close', () => {
        clients.delete(client)
        realtimeClients.set(clients.size)
      })
      stream.write('retry: 1000\n\n')
      const before = await (lastId === null ? lately(user_id) : since(user_id, lastId))
      for (const message of before) put(message)
      for (const { message_id } of before) known.add(message_id)
      resumed = true
      for (const message of held) client.write(message)
    },
    async close() {
      closed = true
      clearInterval(pings)
      clearInterval(looks)
      for (const client of clients) client.end()
      await listener?.end().catch(() => {})
    },
  }
}

function endedSession(message: Message): string | undefined {
  const parsed = realtimeMessages['session.ended'].safeParse(message.data)
  return parsed.success ? parsed.data.session_id : undefined
}
