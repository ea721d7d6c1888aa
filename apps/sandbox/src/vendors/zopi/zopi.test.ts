import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { misfits, type Schema } from '../../check-shape.ts'
import { useSandbox, withinASecond } from '../../test-sandbox.ts'
import { zopi } from './index.ts'

const sandbox = useSandbox([zopi])
const offers = supplyWorld({}).offers.zopi
const protocol = new URL(
  '../../../../../packages/connectors/src/suppliers/zopi/zopi-protocol.openapi.json',
  import.meta.url,
)
type Responses = { responses: Record<string, { content: Record<string, { schema: Schema }> }> }
type Protocol = { paths: Record<string, { get?: Responses; post?: Responses }> }
const document = JSON.parse(readFileSync(protocol, 'utf8')) as Protocol // our own document

async function once(path: string, body?: unknown, key = 'zopi-sandbox-key') {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${sandbox.url}/zopi/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as any, // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
  }
}
/** Waits when told to slow down, as a client does. */
async function call(path: string, body?: unknown, key?: string): ReturnType<typeof once> {
  const answer = await once(path, body, key)
  if (answer.status !== 429) return answer
  await sleep(150)
  return call(path, body, key)
}
const schemaOf = (path: string, method: 'get' | 'post'): Schema =>
  document.paths[path]?.[method]?.responses['200']?.content['application/json']?.schema ?? { $ref: '#/missing' }
const fits = (body: unknown, path: string, method: 'get' | 'post' = 'get') =>
  expect(misfits(body, schemaOf(path, method), document)).toEqual([])
const isError = (body: unknown) => expect(misfits(body, { $ref: '#/components/schemas/Error' }, document)).toEqual([])

test('every answer is what the protocol says', async () => {
  const offer = offers.toSorted((a, b) => b.pace - a.pace)[0]
  fits((await call('/account')).body, '/account')
  fits((await call('/categories')).body, '/categories')
  fits((await call('/products?page_size=100')).body, '/products')
  fits((await call(`/products/${offer?.id}/reviews?page_size=50`)).body, '/products/{product_id}/reviews')
  fits((await call(`/products/${offer?.id}/stock`)).body, '/products/{product_id}/stock')
  for (const one of [offer, ...offers.filter(({ oddity }) => oddity !== null)]) {
    const { body } = await call(`/products/${one?.id}?ship_to=US`)
    fits(body, '/products/{product_id}')
    expect(body.variants.every(({ values }: { values: unknown[] }) => values.length === body.options.length)).toBe(true)
  }
  const { body } = await call(`/products/${offer?.id}`)
  const quotes = await call('/quotes', {
    product_id: offer?.id,
    sku_id: body.variants[0].sku_id,
    quantity: 1,
    country_code: body.ship_to[0],
  })
  fits(quotes.body, '/quotes', 'post')
})

test('a full read neither skips nor repeats; filters combine', async () => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await call(`/products?page_size=100${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.items.map(({ product_id }: { product_id: string }) => product_id))
    cursor = body.next_cursor
  }
  expect(seen).toEqual(offers.map(({ id }) => id))
  const seller = offers[0]?.seller.id
  const { body } = await call(`/products?seller_id=${seller}`)
  expect(body.total).toBe(offers.filter((offer) => offer.seller.id === seller).length)
  const changed = await call(`/products?updated_since=${new Date(Date.now() - 3 * 86_400_000).toISOString()}`)
  expect(changed.body.total).toBeGreaterThan(0)
  expect(changed.body.total).toBeLessThan(offers.length)
})

test('refusals: key, product, input, country', async () => {
  const refused = async (path: string, body?: unknown, key?: string) => {
    const answer = await call(path, body, key)
    isError(answer.body)
    return [answer.status, answer.body.error.code]
  }
  expect(await refused('/products', undefined, 'nope')).toEqual([401, 'unauthorized'])
  expect(await refused('/products/ZP-1')).toEqual([404, 'not_found'])
  expect(await refused('/products?page_size=101')).toEqual([422, 'invalid'])
  expect(await refused('/products?cursor=nonsense')).toEqual([422, 'invalid'])
  expect(await refused('/orders')).toEqual([422, 'invalid'])
  expect(await refused('/orders/ZO-1')).toEqual([404, 'not_found'])
  const [offer] = offers
  const quote = { product_id: offer?.id, sku_id: `${offer?.id}-0001`, quantity: 1, country_code: 'ZZ' }
  expect(await refused('/quotes', quote)).toEqual([409, 'cannot_ship'])
  expect(await refused('/quotes', { ...quote, sku_id: 'x', country_code: 'US' })).toEqual([404, 'not_found'])
})

test('twenty a second, and what is left is told', async () => {
  const answers = await withinASecond(22, () => once('/account'))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(answers.map(({ headers }) => Number(headers.get('x-rate-limit-remaining'))).toSorted((a, b) => b - a)[0]).toBe(
    19,
  )
})

test('tomorrow some prices are others', async () => {
  const prices = async () =>
    (await call('/products?page_size=100')).body.items.map(
      ({ price_min }: { price_min: { amount: number } }) => price_min.amount,
    )
  const before = await prices()
  expect(await prices()).toEqual(before)
  await sandbox.send('POST', '/control/clock', { advance_ms: 5 * 86_400_000 })
  const moved = (await prices()).filter((price: number, i: number) => price !== before[i]).length
  expect(moved).toBeGreaterThan(10)
})
