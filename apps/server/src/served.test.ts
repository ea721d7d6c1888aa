import { readFileSync } from 'node:fs'
import { areas } from '@omni/contracts/all-calls.ts'
import { expect, test } from 'vitest'
import { features } from './features.ts'
import { testServer } from './testing/test-server.ts'

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
  const declared = Object.values(areas)
    .flatMap((area) => Object.values(area))
    .map((call) => `${call.method} ${call.path}`)
  expect(new Set(declared).size).toBe(declared.length)
  expect([...served].sort()).toEqual([...declared].sort())
  const server = await testServer()
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
