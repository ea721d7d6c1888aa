import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { craftedCursors } from './testing/crafted-cursors.ts'
import { anything, sample, type Schema } from './testing/sample-input.ts'
import { testServer } from './testing/test-server.ts'

/** `npm run fuzz -- --n 100000` asks for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5000)
const SEED = process.env['FUZZ_SEED'] ? Number(process.env['FUZZ_SEED']) : Date.now() % 2 ** 31
const PER_MINUTE = 600
const TIME_LIMIT_MS = Math.max(180_000, (RUNS / PER_MINUTE) * 60_000)

interface Operation {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

const server = await testServer({}, { heavy: {} })
// Replies are checked against their contracts in tests only; it would count as the call's own time.
server.runtime.config.check_replies = false
const me = await server.person()
const ids = [me.workplace_id, me.user_id, '00000000-0000-4000-8000-000000000000']
const document = (await server.app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>
}>()
// Nobody would be left to send the requests after it.
const NOT_FUZZED = new Set(['/auth/account/delete'])
const operations = Object.entries(document.paths)
  .filter(([path]) => !NOT_FUZZED.has(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase() as 'GET', operation })),
  ) // any of the five

/** Of the api's own thread, for any call whatever it is sent. */
const CPU_LIMIT_MS = 100
/** Compiling and collecting garbage are nobody's attack: what is over the limit is sent again, and the best counts. */
const AGAIN = 3
const slowest = { ms: 0, call: '' }

/** Sends a request and notes what it cost this thread. */
async function send(request: InjectOptions, call: string) {
  let best = Number.POSITIVE_INFINITY
  let response: LightMyRequestResponse
  let tries = 0
  do {
    const before = process.threadCpuUsage()
    response = await server.app.inject(request)
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  } while (best > CPU_LIMIT_MS && ++tries < AGAIN)
  if (best > slowest.ms) Object.assign(slowest, { ms: best, call })
  return response
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const segment = (value: unknown) => {
  try {
    return encodeURIComponent(asText(value)) || '%20'
  } catch {
    return '%ED%A0%80'
  }
}

const request = fc.constantFrom(...operations).chain(({ path, method, operation }) => {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const record = (list: typeof inPath) =>
    fc.record(
      Object.fromEntries(
        list.map((one) => [one.name, fc.option(anything(one.schema, one.name, ids), { nil: undefined, freq: 8 })]),
      ),
    )
  return fc
    .record({
      path: record(inPath).map((values) =>
        inPath.reduce((url, one) => url.replace(`{${one.name}}`, segment(values[one.name] ?? 'x')), path),
      ),
      query: record(inQuery),
      body: operation.requestBody
        ? fc.oneof(
            {
              weight: 8,
              arbitrary: anything(operation.requestBody.content['application/json'].schema, 'body', ids).map((value) =>
                Buffer.from(JSON.stringify(value) ?? ''),
              ),
            },
            { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
            { weight: 1, arbitrary: fc.string().map((text) => Buffer.from(text)) },
          )
        : fc.constant(undefined),
      headers: fc.record({
        app: fc.constantFrom('AO', 'AO', 'AO', 'AH', 'XX'),
        locale: fc.constantFrom('en', 'de', 'zh-CN', 'xx', '*;q=0', ',,,;'),
        'workplace-id': fc.constantFrom(undefined, undefined, me.workplace_id, 'x', ids[2]),
        'content-type': fc.constantFrom(
          'application/json',
          'application/json',
          'application/json',
          'text/plain',
          'application/json; charset=x',
        ),
        'idempotency-key': fc.constantFrom(undefined, undefined, undefined, 'k', 'x'.repeat(300)),
        'time-zone': fc.constantFrom('Europe/Berlin', 'Mars', ''),
        authorization: fc.constantFrom(
          `Bearer ${me.token}`,
          `Bearer ${me.token}`,
          `Bearer ${me.token}`,
          'Bearer x',
          `Bearer ${'a'.repeat(43)}`,
          undefined,
        ),
      }),
    })
    .map((made) => ({ ...made, method }))
})

test(
  `${RUNS} requests, from right to nonsense: always an envelope with the right code, never a 500`,
  async () => {
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(request, async ({ path, method, query, body, headers }) => {
        const search = new URLSearchParams(
          Object.entries(query)
            .filter(([, value]) => value !== undefined)
            .map(([key, value]) => [key, asText(value).toWellFormed()]),
        )
        const sent = {
          method,
          url: `/api${path}?${search}`,
          headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          ...(body && method !== 'GET' && { payload: body }),
        }
        const response = await send(sent, `${method} ${path}`)
        // Signing in, out and up end the session; without it every later request would be a plain 401.
        if (response.statusCode === 401) await server.signInAgain(me)
        seen.set(response.statusCode, (seen.get(response.statusCode) ?? 0) + 1)
        const envelope = response.json<{ status: number; success: boolean; message: string }>()
        expect(response.statusCode, response.body).toBeLessThan(500)
        expect(envelope.success).toBe(response.statusCode === 200)
        expect(envelope.status === 200).toBe(envelope.success)
        if (!envelope.success) expect(envelope.message).not.toBe('')
        expect(response.body).not.toMatch(/\bat \S+ \(|node_modules|postgres|select .* from/i)
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: TIME_LIMIT_MS, markInterruptAsFailure: true },
    )
    // A fuzz that only ever sees refusals proves little.
    expect(seen.get(200) ?? 0).toBeGreaterThan(RUNS / 50)
    console.log(`fuzz seed ${SEED}:`, Object.fromEntries([...seen].sort()))
  },
  TIME_LIMIT_MS + 30_000,
)

// Somebody of whom the fuzz before knows nothing: it may have ended the other one's session.
const reader = await server.person()
const mine = { app: 'AO', authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' }
const lists = operations.filter(
  ({ method, operation }) => method === 'GET' && operation.parameters.some(({ name }) => name === 'cursor'),
)

/** From so many runs on every cursor is sent in every order of a list. */
const THOROUGH = 20_000

/** Everything a list needs, right; only the cursor is not. */
async function turnPage({ path, operation }: (typeof lists)[number], cursor: string, sort?: unknown) {
  const needed = operation.parameters.filter((one) => one.in === 'path')
  const value = ({ schema, name }: (typeof needed)[number]) => asText(sample(schema, name, () => ids[0] ?? ''))
  const url = needed.reduce((made, one) => made.replace(`{${one.name}}`, segment(value(one))), path)
  const search = new URLSearchParams({ cursor: cursor.toWellFormed(), ...(typeof sort === 'string' && { sort }) })
  const response = await send({ method: 'GET', url: `/api${url}?${search}`, headers: mine }, `GET ${path}`)
  expect(response.statusCode, `${path} ${cursor} ${response.body}`).toBeLessThan(500)
  return response
}

/** A cursor is read by the column a list is sorted by. */
const sortsOf = ({ operation }: (typeof lists)[number]): readonly unknown[] =>
  operation.parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [undefined]

test('there are lists to turn pages of', () => {
  expect(lists.length).toBeGreaterThan(8)
})

test.each(lists.map((list) => [list.path, list] as const))(
  '%s: a crafted cursor is refused, never a 500',
  async (_path, list) => {
    const sorts = sortsOf(list)
    for (const [n, cursor] of craftedCursors.entries())
      for (const [at, sort] of sorts.entries()) {
        // In the suite the orders take turns.
        if (RUNS >= THOROUGH || at === n % sorts.length) await turnPage(list, cursor, sort)
      }
    // Any JSON, and pieces of JSON, in the coat of a cursor.
    const value = fc.oneof(
      fc.jsonValue().map((made) => JSON.stringify(made)),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        await turnPage(list, Buffer.from(text).toString('base64url'))
      }),
      { numRuns: Math.max(20, Math.floor(RUNS / 1000)), seed: SEED },
    )
  },
  TIME_LIMIT_MS,
)

/** Files near enough to a table to get far into the reader. */
const csvText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(',', ';', '\t', '\n', '\r\n', '"', '""', ' ', '|') },
      {
        weight: 3,
        arbitrary: fc.constantFrom('url', 'source', 'product_id', 'price', 'tags', 'Buy Item ID', 'cj', 'p1'),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'https://cjdropshipping.com/product/x-p-1.html',
          'www.a',
          'http://[',
          '="1"',
          '12,50 €',
          '\ufeff',
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(',', '"', '\n', 'a', ' '), fc.integer({ min: 1, max: 5000 }))
          .map(([sign, n]) => sign.repeat(n)),
      },
    ),
    { maxLength: 200 },
  )
  .map((pieces) => pieces.join(''))

test(
  'tables and lists of addresses to import, from right to nonsense',
  async () => {
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(csvText, fc.constantFrom('csv', 'urls'), async (text, kind) => {
        const payload = JSON.stringify({ text, kind })
        const url = '/api/center/products/import/preview'
        const response = await send(
          { method: 'POST', url, headers: mine, payload },
          'POST /center/products/import/preview',
        )
        seen.set(response.statusCode, (seen.get(response.statusCode) ?? 0) + 1)
        expect(response.statusCode, response.body).toBeLessThan(500)
      }),
      { numRuns: Math.max(100, Math.floor(RUNS / 20)), seed: SEED },
    )
    expect(seen.get(200) ?? 0).toBeGreaterThan(10)
  },
  TIME_LIMIT_MS,
)

test('no call kept the thread', () => {
  expect(slowest.ms, slowest.call).toBeLessThan(CPU_LIMIT_MS)
})

afterAll(() => {
  console.log(`largest CPU time of a call: ${slowest.ms.toFixed(1)} ms (${slowest.call})`)
})
