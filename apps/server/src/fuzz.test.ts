import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anything, type Schema } from './testing/sample-input.ts'
import { testServer } from './testing/test-server.ts'

/** `npm run fuzz -- --n 100000` asks for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5000)
const SEED = process.env['FUZZ_SEED'] ? Number(process.env['FUZZ_SEED']) : Date.now() % 2 ** 31
const PER_MINUTE = 600
const TIME_LIMIT_MS = Math.max(180_000, (RUNS / PER_MINUTE) * 1000)

interface Operation {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

const server = await testServer()
const me = await server.person()
const ids = [me.workplace_id, me.user_id, '00000000-0000-4000-8000-000000000000']
const document = (await server.app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>
}>()
// Ending this very session would make every later request a plain 401.
const NOT_FUZZED = new Set(['/auth/logout', '/auth/account/delete'])
const operations = Object.entries(document.paths)
  .filter(([path]) => !NOT_FUZZED.has(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase() as 'GET', operation })),
  ) // any of the five

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
        const response = await server.app.inject({
          method,
          url: `/api${path}?${search}`,
          headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          ...(body && method !== 'GET' && { payload: body }),
        })
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
