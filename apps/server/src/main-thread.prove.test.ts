import { randomBytes, randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { pathParams } from '@omni/contracts/requests.ts'
import { LARGE_UPLOAD_LIMIT_BYTES } from '@omni/domain/images.ts'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { everythingOf } from './testing/everything-of.ts'
import { fillCatalogue } from './testing/fill-catalogue.ts'
import { hostileCsvs } from './testing/hostile-csv.ts'
import { largest, type Style } from './testing/largest-input.ts'
import { everyCall, fixedOf, kindOfId, schemaOf } from './testing/real-ids.ts'
import { testServer } from './testing/test-server.ts'

/** Of the api's own thread, per call. A busy machine does not change it: this is CPU time, not time. */
const LIMIT_MS = 50
/** The best counts: a first call is compiled, and somebody else's garbage is collected in between. */
const TRIES = 10

const server = await testServer({}, { heavy: {} })
// Replies are checked against their contracts in tests only.
server.runtime.config.check_replies = false
const me = await server.person()
await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
const owned = await everythingOf(server, me)
await fillCatalogue(server.behind, { products: 1000, variants: 2, from: 1000 })
await fillCatalogue(server.behind, { products: 1, variants: 2048, from: 5000 })
for (let from = 1000; from < 2000; from += 200) {
  const import_data = Array.from({ length: 200 }, (_, n) => ({ source: 'cj' as const, product_id: `p${from + n}` }))
  await server.ask(importListCalls.importAll, { import_data }, me)
}
const { body } = await server.ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: 'p5000' }, me)
const big = body.data?.product_package_id ?? ''
const idsOf = async (query: string) =>
  (await server.behind.query<{ id: string }>(query, [big])).rows.map(({ id }) => id)
const variants = await idsOf('select variant_id as id from product_variants where product_id = $1 order by 1')
await planFor1000()
const products = await idsOf('select product_id as id from products where product_id <> $1')

test.each(everyCall.map((call) => [call.name, call] as const))('%s: what is generated is legal', (_name, call) => {
  if (call.body === 'multipart') return // made by hand below
  for (const style of ['long', 'many'] as const) {
    const parsed = call.input.safeParse(largestOf(call, style))
    expect(parsed.error?.issues.slice(0, 3) ?? []).toEqual([])
  }
})

test('there is something large to send and to ask for', () => {
  expect(variants.length).toBe(2048)
  expect(products.length).toBeGreaterThan(1000)
})

/** The plan has a thousand orders, each with a quote as long as suppliers give them. */
async function planFor1000() {
  const method = (n: number) => ({
    method: `m${n}`,
    service_name: `Line ${n}`,
    amount: 300 + n,
    min_days: 5,
    max_days: 9,
    tracked: true,
  })
  const methods = Array.from({ length: 8 }, (_, n) => method(n))
  const basket = {
    ship_from: '',
    country_code: 'US',
    because: 'cheapest',
    runner_up: 'm1',
    problem: null,
    method: 'm0',
  }
  const quote = { currency: 'USD', prices: [1000], items_total: 1000, charges: 0, methods }
  const line = {
    line_id: owned.line,
    component: 0,
    title: 'Lamp',
    image: null,
    product_id: 'p',
    sku_id: 's',
    sku_attr: '',
  }
  const baskets = [{ ...basket, source: 'zopi', quote, lines: [{ ...line, quantity: 1 }] }]
  const { behind } = server
  const { rows } = await behind.query<{ ids: string[] }>(
    `with copied as (insert into orders select (jsonb_populate_record(o, jsonb_build_object('order_id', new_id(),
        'remote_id', n::text, 'store_id', null))).* from orders o, generate_series(1, 1000) n where o.order_id = $1
      returning order_id) select array_agg(order_id) as ids from copied`,
    [owned.order],
  )
  await behind.query(
    `insert into placement_plan_orders (workplace_id, plan_id, order_id, position, state, baskets)
     select $1, $2, id, 10 + at, 'ready', $3 from unnest($4::uuid[]) with ordinality as w (id, at)`,
    [me.workplace_id, owned.plan, JSON.stringify(baskets), rows[0]?.ids],
  )
}

const BODY_BYTES = { large: 8_000_000, plain: 1_000_000, small: 64_000, query: 12_000 }
function sizeOf(call: Call, style: Style): number {
  if (call.method === 'GET') return BODY_BYTES.query
  if (call.body === 'small') return BODY_BYTES.small
  // Of a large body this thread sees bytes alone, so once is enough; reading many small values takes others long.
  return call.body === 'large' && style === 'long' ? BODY_BYTES.large : BODY_BYTES.plain
}

/** Every id a different real one where the call takes a list of them. */
function realIds(call: Call): (name: string) => string {
  let next = 0
  return (name) => {
    if (name === 'save_id') return randomUUID()
    const kind = kindOfId(call, name)
    if (kind === 'variant') return variants[next++ % variants.length] ?? ''
    if (kind === 'product' && call.path.includes('{id}')) return big
    if (kind === 'product') return products[next++] ?? randomUUID()
    return kind ? String(owned[kind]) : randomUUID()
  }
}

/** Every cell of the largest product. */
const everyCell = (price: number) =>
  Object.fromEntries(
    variants.flatMap((id, n) => [
      [`variants/${id}/price`, price + n],
      [`variants/${id}/compare_at_price`, price + n + 1],
      [`variants/${id}/sku`, `sku ${price} ${n}`],
      [`variants/${id}/barcode`, `${price}${n}`],
      [`variants/${id}/weight_g`, n],
      [`variants/${id}/enabled`, n % 2 === 0],
    ]),
  )
const selection = { all: { view: 'import' } }
let price = 100
/** Where the schema alone does not say what is much work. */
const OWN: Record<string, (() => Record<string, unknown>)[]> = {
  previewImport: hostileCsvs().map(({ kind, text }) => () => ({ kind, text })),
  saveProduct: [
    () => ({ id: big, save_id: randomUUID(), client_id: 'tab', base_revision: 0, changes: everyCell((price += 7)) }),
    () => ({
      id: big,
      save_id: randomUUID(),
      client_id: 'tab',
      base_revision: 0,
      changes: { description: '<p style="color:red" onclick=x><b>é</p>'.repeat(2500) },
    }),
    () => ({ id: big, save_id: randomUUID(), client_id: 'tab', base_revision: 0, changes: { title: `t ${price++}` } }),
  ],
  bulkUpdate: [
    () => ({ selection, preview: true, edits: [{ field: 'title', how: 'append', value: ' x' }] }),
    () => ({ selection, preview: true, edits: [{ field: 'price', how: 'percent', value: 10 }] }),
    () => ({ selection, preview: true, edits: [{ field: 'description', how: 'append', value: '<b>é'.repeat(1000) }] }),
    () => ({ selection, edits: [{ field: 'tags', how: 'tags_add', value: ['x'] }] }),
  ],
  setupSellingPrice: [() => ({ selection, preview: true }), () => ({ selection })],
  splitImported: [() => ({ selection, by: 'option', option: 'Color', preview: true })],
}

function largestOf(call: Call, style: Style): Record<string, unknown> {
  const schema = { ...schemaOf(call), type: 'object' }
  const input = largest(schema, style, sizeOf(call, style), realIds(call), fixedOf(call)) as Record<string, unknown> // an object schema
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'cursor'))
}

function requestOf(call: Call, input: Record<string, unknown>) {
  const sent = { ...input }
  let path = call.path
  for (const name of pathParams(call.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(sent[name] ?? 'x').slice(0, 500)))
    delete sent[name]
  }
  const headers = { app: 'AO', authorization: `Bearer ${me.token}`, 'content-type': 'application/json' }
  if (call.method === 'GET') {
    const pairs = Object.entries(sent).flatMap(([name, made]) =>
      (Array.isArray(made) ? made : [made]).map((one) => [name, String(one)]),
    )
    return { method: call.method, url: `/api${path}?${new URLSearchParams(pairs)}`, headers }
  }
  return { method: call.method, url: `/api${path}`, headers, payload: Buffer.from(JSON.stringify(sent)) }
}

/** Nobody is left to send the calls after it. */
const ENDS_ACCOUNT = 'deleteAccount'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // there since the flag

async function measureRequest(make: () => InjectOptions) {
  let best = Number.POSITIVE_INFINITY
  let http = 0
  for (let n = 0; n < TRIES && best >= LIMIT_MS; n++) {
    await server.signInAgain(me)
    const request = make()
    // What this test itself has left lying. It takes longer than most calls, so the first try goes without.
    if (n > 0) collectGarbage()
    const before = process.threadCpuUsage()
    const response = await server.app.inject(request)
    const { user, system } = process.threadCpuUsage(before)
    http = response.statusCode
    best = Math.min(best, (user + system) / 1000)
  }
  return { best, http }
}

test.each(everyCall.filter(({ body }) => body === 'multipart').map((call) => [call.name, call] as const))(
  '%s: the largest file',
  async (_name, call) => {
    const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(LARGE_UPLOAD_LIMIT_BYTES - 8)])
    const field = 'file' in call.input.shape ? 'file' : 'image'
    const form = new FormData()
    form.set(field, new Blob([bytes], { type: 'image/png' }), 'large.png')
    const sent = new Response(form)
    const payload = Buffer.from(await sent.arrayBuffer())
    const headers = {
      app: 'AO',
      authorization: `Bearer ${me.token}`,
      'content-type': sent.headers.get('content-type') ?? '',
    }
    const { best, http } = await measureRequest(() => ({
      method: call.method,
      url: `/api${call.path}`,
      headers,
      payload,
    }))
    expect(http).toBeLessThan(500)
    expect(best).toBeLessThan(LIMIT_MS)
  },
)

const measured = everyCall.filter(({ name, body }) => name !== ENDS_ACCOUNT && body !== 'multipart')
test.each(measured.map((call) => [call.name, call] as const))(
  '%s: the largest legal input',
  async (_name, call) => {
    const inputs = [() => largestOf(call, 'long'), () => largestOf(call, 'many'), ...(OWN[call.name] ?? [])]
    const results = []
    for (const make of inputs) results.push(await measureRequest(() => requestOf(call, make())))
    if (process.env['SHOW_CPU']) console.log(call.name, JSON.stringify(results.map((one) => [one.best, one.http])))
    // Nobody answers at the address of a store that is made up.
    expect(results.filter(({ http }) => http >= 500 && http !== 502)).toEqual([])
    // A call that is refused at the door proves nothing about the work behind it.
    if (call.access !== 'public') expect(results.filter(({ http }) => http === 401)).toEqual([])
    expect(results.filter(({ best }) => best > LIMIT_MS)).toEqual([])
  },
  600_000,
)
