/**
 * 5,000 sales of one store, told as messages: shuffled, one in ten told twice. None is lost, none is there twice. How
 * many come in each second, and how long a full page of orders takes meanwhile against its time when nothing happens.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { startStores, type StoreSystem } from './store-system.ts'

const SALES = Number(process.env['BENCH_SALES'] ?? 5000)
const SOLD_AT_ONCE = 500
const TWICE = 0.1
const TOLD_AT_ONCE = 16
const IDLE_TRIES = 100
/** There already when the list is looked at in peace: an empty one is no measure of a full page. */
const BEFORE = 50
const QUIET_MS = 5_000
const PAUSE_MS = 50 // between two looks at the list: somebody who works, not a storm
const ENDS_MS = 600_000
const TARGETS = { per_second: 85, slower: 1.5 }
const SHOP = 'busy.myshopify.com'
const LIST = '/orders/v5/list?order_status=placement&sub_status=all&page_size=20'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

export async function run(): Promise<boolean> {
  const system = await startStores({ variants: 2, pictures: 1 })
  try {
    const store_id = await system.connectShop('busy', 2000)
    const product_ids = await system.importProducts(20)
    // More is sold than the suppliers have.
    const product_listings = { allow_sell_out_of_stock: true }
    await system.ask('POST', '/center/products/push', { product_ids, store_id, product_listings })
    const idle = `select count(*)::int as n from listings where store_id = $1 and state = 'idle'`
    while ((await system.client.query<{ n: number }>(idle, [store_id])).rows[0]?.n !== 20) await pause(200)
    await system.sandbox.act('shopify', 'lose_webhooks', { shop: SHOP, percent: 100 })
    const sold = await sell(system, SALES + BEFORE)
    const { rows } = await system.client.query<{ hook_token: string }>('select hook_token from store_connections')
    const hook = `${system.url}/hooks/stores/${rows[0]?.hook_token ?? ''}`
    const secret = system.env['SHOPIFY_API_SECRET'] ?? ''
    await publish(hook, secret, sold.splice(0, BEFORE))
    await arrived(system, store_id, BEFORE, performance.now())
    await pause(QUIET_MS)
    const before = median(await lists(system, (done) => done < IDLE_TRIES))
    let isOver = false
    const looking = lists(system, () => !isOver)
    const from = performance.now()
    const published = publish(hook, secret, sold)
    const there = (await arrived(system, store_id, SALES + BEFORE, from)) - BEFORE
    const per_second = (there * 1000) / (performance.now() - from)
    await published
    isOver = true
    const slower = median(await looking) / before
    const { rows: same } = await system.client.query(
      'select remote_id from orders where store_id = $1 group by 1 having count(*) > 1',
      [store_id],
    )
    console.log(`${SALES} sales, ${SALES - there} lost, ${same.length} there twice`)
    console.log(
      `${per_second.toFixed(0)} orders/s from the first message to the last order (at least ${TARGETS.per_second})`,
    )
    console.log(
      `the list takes ${slower.toFixed(2)}x its idle time of ${before.toFixed(1)} ms (at most ${TARGETS.slower}x)`,
    )
    return there === SALES && same.length === 0 && per_second >= TARGETS.per_second && slower <= TARGETS.slower
  } finally {
    await system.stop()
  }
}

/** The shop's ids of the sales. */
async function sell({ sandbox }: StoreSystem, sales: number): Promise<number[]> {
  const sold: number[] = []
  for (let n = 0; n < sales; n += SOLD_AT_ONCE) {
    const count = Math.min(SOLD_AT_ONCE, sales - n)
    const { result } = (await sandbox.act('shopify', 'place_orders', { shop: SHOP, count })) as {
      result: { ids: number[] }
    } // its own form
    sold.push(...result.ids)
  }
  return sold
}

/** As fast as they are taken: in any order, some of them twice. */
async function publish(hook: string, secret: string, sold: readonly number[]): Promise<void> {
  const twice = sold.filter(() => Math.random() < TWICE)
  const messages = [...sold, ...twice]
    .map((id) => ({ id, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)
  const send = async () => {
    for (let id = messages.pop(); id !== undefined; id = messages.pop()) {
      const body = JSON.stringify({ id, admin_graphql_api_id: `gid://shopify/Order/${id}` })
      const reply = await fetch(hook, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': 'orders/create',
          'x-shopify-shop-domain': SHOP,
          'x-shopify-webhook-id': randomUUID(),
          'x-shopify-triggered-at': new Date().toISOString(),
          'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
        },
      })
      if (reply.status !== 200) throw new Error(`a message was answered ${reply.status}`)
    }
  }
  await Promise.all(Array.from({ length: TOLD_AT_ONCE }, send))
}

async function lists({ ask }: StoreSystem, goOn: (done: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (goOn(times.length)) {
    const from = performance.now()
    await ask('GET', LIST)
    times.push(performance.now() - from)
    await pause(PAUSE_MS)
  }
  return times
}

/** How many are there when all are, or when nothing is to be hoped for any more. */
async function arrived({ client }: StoreSystem, store_id: string, all: number, from: number): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from orders where store_id = $1', [
      store_id,
    ])
    const n = rows[0]?.n ?? 0
    if (n >= all || performance.now() - from > ENDS_MS) return n
    await pause(200)
  }
}
