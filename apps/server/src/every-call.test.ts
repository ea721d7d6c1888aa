/** Every call, at one server: it is served and documented, it wants a session, it keeps tenants apart. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { features } from './features.ts'
import { SESSION_COOKIE } from './platform/session.ts'
import { everyCall } from './testing/real-ids.ts'
import { tenantWalls } from './testing/tenant-walls.ts'
import { testServer } from './testing/test-server.ts'

const server = await testServer()

const list = readFileSync(new URL('../../../packages/contracts/spec-calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([doc = '', area = '', method = '', path = '']) => ({ doc, area, method, path }))
const served = new Set(features.flatMap(({ calls }) => calls).map(({ call }) => `${call.method} ${call.path}`))
const isServed = (one: { method: string; path: string }) => served.has(`${one.method} ${one.path}`)

/** Areas that are whole. A later area adds its name here when it is done. */
const WHOLE: Record<string, string[]> = {
  foundation: ['auth', 'workplace', 'settings', 'log', 'source-account'],
  sourcing: ['discovery', 'home', 'logistics', 'import', 'gallery', 'settings'],
}
const ALSO = [
  '/stores/list-store',
  '/core/stores/update-default-store',
  '/payments/user/current-plan',
  '/payments/pricing',
  '/payments/package/detail',
  '/payments/quota/calc-usage',
  '/center/products/source/favourite',
  '/center/products/bulk-enhancer/setup-selling-price',
  '/center/products/elastic-products',
  '/center/products/elastic-products/count',
  '/center/products/elastic-products/feeds',
  '/center/products/ai-snapshots/{id}/rollback',
  '/center/products/ai-snapshots',
  '/products/collection/all',
  '/products/tags',
]

test('every call of the areas that are done is served', () => {
  const due = list.filter((one) => WHOLE[one.doc]?.includes(one.area) || ALSO.includes(one.path))
  expect(due.filter((one) => !isServed(one))).toEqual([])
  console.log(`calls served ${list.filter(isServed).length}/${list.length}`)
})

test('every declared call is served, once, and is in the API document', async () => {
  const declared = everyCall.map((call) => `${call.method} ${call.path}`)
  expect(new Set(declared).size).toBe(declared.length)
  expect([...served].sort()).toEqual([...declared].sort())
  const document = (await server.app.inject('/api/openapi.json')).json<{
    openapi: string
    paths: Record<string, Record<string, unknown>>
  }>()
  expect(document.openapi).toBe('3.1.0')
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual([...declared].sort())
  const page = await server.app.inject('/api/docs')
  expect(page.body).toContain('/auth/verify-email/{id}/{code}/')
})

const closed = everyCall.filter(({ access }) => access !== 'public')

test('every call that is not public refuses who has no session, or one that is over', async () => {
  expect(closed.length).toBeGreaterThan(80)
  const me = await server.person()
  await server.behind.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
    me.user_id,
  ])
  const wrong: string[] = []
  for (const call of closed) {
    for (const headers of [{}, { authorization: `Bearer ${me.token}` }, { cookie: `${SESSION_COOKIE}=${me.token}` }]) {
      const url = `/api${call.path.replace(/\{\w+\}/g, '0b2d3f4e-1111-4222-8333-444455556666')}`
      const reply = await server.app.inject({ method: call.method, url, headers: { app: 'AO', ...headers } })
      if (reply.statusCode !== 401) wrong.push(`${call.name}: ${reply.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

await tenantWalls(server)
