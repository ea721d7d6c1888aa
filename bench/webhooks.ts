/**
 * Messages of a store at 300 a second for 30 seconds, acknowledged after they were committed, against a bare Fastify
 * route that inserts one row, in the same run. Then the same messages tripled, shuffled and 5 % of them lost: what the
 * store shows is what we show in the end. A wrong signature is refused every time.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { startStores, type StoreSystem } from './store-system.ts'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { startProcess } from './system.ts'
import { loadavg } from 'node:os'

const PER_SECOND = 300
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
const TARGET = 3
const EDITED = 40
const LOST = 0.05
const SHOP = 'busy'
const SETTLES_MS = 120_000
const QUIET_MS = 2_000

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const at = (times: number[], part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

interface Message {
  url: string
  body: string
  headers: Record<string, string>
}

// Not `fetch`: what it leaves behind stops this process for 20 ms at a time, which would be measured as the servers'.
const agent = new Agent({ keepAlive: true, maxSockets: 100 })
const send = ({ url, body, headers }: Message): Promise<number> =>
  new Promise((done) => {
    const sent = request(url, { method: 'POST', agent, headers }, (reply) => {
      reply.resume().once('end', () => done(reply.statusCode ?? 0))
    })
    sent.once('error', () => done(0))
    sent.end(body)
  })

/** Sends at an even rate, whatever the answers take; the times and statuses of all of them. */
async function sendEvenly(message: (n: number) => Message, seconds: number) {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const all = PER_SECOND * seconds
  const isDone = Promise.withResolvers<void>()
  const from = performance.now()
  for (let n = 0; n < all; n++) {
    const due = from + (n * 1000) / PER_SECOND
    const early = due - performance.now()
    if (early > 0) await pause(early)
    const next = message(n)
    const begun = performance.now()
    void send(next).then((status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (times.push(performance.now() - begun) === all) isDone.resolve()
    })
  }
  await isDone.promise
  return { times: times.sort((a, b) => a - b), statuses }
}

function messageOf(hook: string, secret: string, product: number, id = randomUUID()): Message {
  const body = JSON.stringify({ id: product, admin_graphql_api_id: `gid://shopify/Product/${product}` })
  return {
    url: hook,
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'products/update',
      'x-shopify-shop-domain': `${SHOP}.myshopify.com`,
      'x-shopify-webhook-id': id,
      'x-shopify-event-id': id,
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  }
}

interface Books {
  products: { id: number; body: { title: string } }[]
}

/** Edits in the store whose messages come three times, in any order, and sometimes not at all. */
async function endsExact(system: StoreSystem, store_id: string, hook: string, secret: string): Promise<boolean> {
  const shop = `${SHOP}.myshopify.com`
  const books = async () => (await system.sandbox.control(`/shopify/books?shop=${shop}`)) as Books // its own form
  await system.sandbox.act('shopify', 'lose_webhooks', { shop, percent: 100 })
  const { products } = await books()
  const messages: Message[] = []
  for (const [n, { id }] of products.slice(0, EDITED).entries()) {
    await system.sandbox.act('shopify', 'edit_product', { shop, product: String(id), title: `Edited in the shop ${n}` })
    if (Math.random() >= LOST) {
      const message = messageOf(hook, secret, Number(id))
      messages.push(message, message, message)
    }
  }
  const shuffled = messages.map((one) => ({ one, order: Math.random() })).sort((a, b) => a.order - b.order)
  const replies = await Promise.all(
    shuffled.map(({ one: { url, body, headers } }) => fetch(url, { method: 'POST', body, headers })),
  )
  const accepted = replies.every(({ status }) => status === 200)
  // What was lost is found by the read that comes every ten minutes: it is asked for now.
  await system.client.query(`update jobs set run_at = now() where name = 'listings.read-changed' and worker_id is null`)
  const wanted = new Map((await books()).products.map(({ id, body }) => [`gid://shopify/Product/${id}`, body.title]))
  for (const end = Date.now() + SETTLES_MS; Date.now() < end; await pause(500)) {
    const { rows } = await system.client.query<{ remote_id: string; title: string }>(
      'select remote_id, title from listings where store_id = $1 and remote_id is not null',
      [store_id],
    )
    const wrong = rows.filter(({ remote_id, title }) => wanted.get(remote_id) !== title)
    if (wrong.length === 0 && rows.length === wanted.size) {
      console.log(
        `${EDITED} edits, sent ${messages.length} times in any order, ${EDITED * 3 - messages.length} lost: exact`,
      )
      return accepted
    }
  }
  console.log('WRONG  what we show is not what the store shows')
  return false
}

export async function run(): Promise<boolean> {
  const system = await startStores({ variants: 2, pictures: 1 })
  try {
    const store_id = await system.connectShop(SHOP, 1000)
    const product_ids = await system.importProducts(EDITED)
    await system.ask('POST', '/center/products/push', { product_ids, store_id })
    const idle = `select count(*)::int as n from listings where store_id = $1 and state = 'idle'`
    while ((await system.client.query<{ n: number }>(idle, [store_id])).rows[0]?.n !== EDITED) await pause(200)
    const { rows } = await system.client.query<{ hook_token: string }>('select hook_token from store_connections')
    const hook = `${system.url}/hooks/stores/${rows[0]?.hook_token ?? ''}`
    const secret = system.env['SHOPIFY_API_SECRET'] ?? ''
    const port = await freePort()
    await system.client.query('create table bare_hooks (id uuid primary key, body text, at timestamptz default now())')
    const bare = await startProcess('./bare-hooks.ts', system.database, { PORT: String(port) })
    const bareMessage = (n: number) => ({ ...messageOf(hook, secret, n), url: `http://127.0.0.1:${port}/hook` })
    // The same few products, as a store that is being worked in tells it.
    const ours = (n: number) => messageOf(hook, secret, 1_000_000 + (n % 50))
    for (const each of [bareMessage, ours]) await sendEvenly(each, 3) // engines warm up
    await settled(system)
    const load = loadavg()[0] ?? 0
    const yardstick = await sendEvenly(bareMessage, SECONDS)
    bare.stop()
    await pause(QUIET_MS) // its connections end
    const before = await countInbox(system)
    const sent = await sendEvenly(ours, SECONDS)
    const kept = (await countInbox(system)) - before
    const handled_s = await settled(system)
    const bad = await sendEvenly((n) => messageOf(hook, `${secret}x`, n), 2)
    const ratio = at(sent.times, 0.99) / at(yardstick.times, 0.99)
    const say = (times: number[]) => `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`
    console.log(
      `bare insert: ${say(yardstick.times)}\nour hooks:   ${say(sent.times)} (${PER_SECOND}/s for ${SECONDS} s)`,
    )
    console.log(
      `p99 ${ratio.toFixed(2)}x the bare route's (at most ${TARGET}x); ${kept} committed of ${sent.times.length}`,
    )
    console.log(
      `all handled ${handled_s.toFixed(1)} s after the last one; load of the machine before: ${load.toFixed(1)}`,
    )
    const refused = bad.statuses.get(401) ?? 0
    console.log(`wrong signatures refused with 401: ${refused} of ${PER_SECOND * 2}`)
    const exact = await endsExact(system, store_id, hook, secret)
    const all = PER_SECOND * SECONDS
    return (
      ratio <= TARGET && (sent.statuses.get(200) ?? 0) === all && kept === all && refused === PER_SECOND * 2 && exact
    )
  } finally {
    await system.stop()
  }
}

const countInbox = async ({ client }: StoreSystem) =>
  (await client.query<{ n: number }>('select count(*)::int as n from inbox')).rows[0]?.n ?? 0

/** Until every message was handled and nothing of it waits; how long that took. */
async function settled({ client }: StoreSystem): Promise<number> {
  const from = performance.now()
  const waits = `select (select count(*)::int from inbox where handled_at is null)
    + (select count(*)::int from jobs where run_at < now() + interval '5 seconds'
       or worker_id is not null) as n`
  for (const end = Date.now() + SETTLES_MS; Date.now() < end; await pause(200))
    if ((await client.query<{ n: number }>(waits)).rows[0]?.n === 0) return (performance.now() - from) / 1000
  throw new Error('messages were not handled in time')
}
