/** What Omni's connector never sends, or never gets to see: the shop's own refusals and limits. */
import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { OMNI, useSandbox } from '../../test-sandbox.ts'
import { shopify } from './index.ts'
import { API_KEY, API_SECRET } from './shops.ts'

const sandbox = useSandbox([shopify])
const SHOP = 'fjord-living.myshopify.com'
const SCOPES = 'write_products,write_inventory,read_locations'
let token = ''

const path = (end: string) => `/shopify/${SHOP}/admin${end}`
const consent = { client_id: API_KEY, scope: SCOPES, redirect_uri: `${OMNI}/callback`, state: 's 1' }

async function allow(more: object = {}) {
  const form = new URLSearchParams({ ...consent, decision: 'allow', ...more })
  return fetch(sandbox.url + path('/oauth/authorize'), { method: 'POST', body: form, redirect: 'manual' })
}

const exchange = (input: object) =>
  sandbox.send('POST', path('/oauth/access_token'), { client_id: API_KEY, client_secret: API_SECRET, ...input })

const codeOf = async () => new URL((await allow()).headers.get('location') ?? '').searchParams.get('code')

async function graphql(query: string, variables: object = {}, by = token) {
  const reply = await fetch(sandbox.url + path('/api/2026-10/graphql.json'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': by },
    body: JSON.stringify({ query, variables }),
  })
  return { status: reply.status, body: await reply.json() }
}

beforeAll(async () => {
  token = (await exchange({ code: await codeOf(), expiring: '1' })).body.access_token
  const define =
    'mutation ($d: MetafieldDefinitionInput!) { metafieldDefinitionCreate(definition: $d) { userErrors { code } } }'
  const d = { key: 'app_key', name: 'Key', type: 'id', ownerType: 'PRODUCT' }
  expect((await graphql(define, { d })).body.data.metafieldDefinitionCreate.userErrors).toEqual([])
  expect((await graphql(define, { d })).body.data.metafieldDefinitionCreate.userErrors).toEqual([{ code: 'TAKEN' }])
})

test('the consent page knows its app, its callback and its shop; the redirect is signed', async () => {
  const page = (query: object, shop = SHOP) =>
    sandbox.get(`/shopify/${shop}/admin/oauth/authorize?${new URLSearchParams({ ...consent, ...query })}`)
  expect((await page({})).body).toContain('Fjord Living')
  expect((await page({ client_id: 'other' })).status).toBe(400)
  expect((await page({ redirect_uri: 'https://evil.test/' })).status).toBe(400)
  expect((await page({}, 'nobody.myshopify.com')).status).toBe(404)
  const { searchParams } = new URL((await allow()).headers.get('location') ?? '')
  const hmac = searchParams.get('hmac')
  searchParams.delete('hmac')
  searchParams.sort()
  const text = searchParams.toString().replaceAll('+', '%20')
  expect(createHmac('sha256', API_SECRET).update(text).digest('hex')).toBe(hmac)
})

test('tokens: a wrong secret, a token that would never end, and a code used twice are refused; an hour later it is over', async () => {
  expect((await exchange({ code: 'x', client_secret: 'wrong', expiring: '1' })).status).toBe(400)
  expect((await exchange({ code: await codeOf() })).status).toBe(403)
  const code = await codeOf()
  const first = await exchange({ code, expiring: '1' })
  expect(first.body).toMatchObject({ scope: SCOPES, expires_in: 3600, refresh_token_expires_in: 7_776_000 })
  expect((await exchange({ code, expiring: '1' })).body.error).toBe('invalid_request')
  expect((await exchange({ grant_type: 'refresh_token', refresh_token: 'shprt_x' })).body.error).toBe('invalid_grant')
  expect((await graphql('{ shop { name } }', {}, 'shpat_x')).status).toBe(401)
  await sandbox.send('POST', '/control/clock', { advance_ms: 3_601_000 })
  expect((await graphql('{ shop { name } }', {}, first.body.access_token)).status).toBe(401)
  const renewed = await exchange({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token })
  token = renewed.body.access_token
  expect((await graphql('{ shop { name } }')).body.data.shop.name).toBe('Fjord Living')
})

const SET = `mutation ($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input) { product { id handle } userErrors { field code } }
}`
const set = async (input: object, identifier: object | null = null) =>
  (await graphql(SET, { identifier, input })).body.data.productSet
const codes = async (input: object, identifier: object | null = null) =>
  (await set(input, identifier)).userErrors.map(({ code }: { code: string }) => code)

const option = (name: string, ...values: string[]) => ({ name, values: values.map((value) => ({ name: value })) })
const variant = (...pairs: [string, string][]) => ({
  optionValues: pairs.map(([optionName, name]) => ({ optionName, name })),
})

test('productSet refuses as Shopify does, and keeps nothing of what it refused', async () => {
  const own = [{ key: 'app_key', type: 'id', value: 'a' }]
  const customId = { customId: { key: 'app_key', value: 'a' } }
  expect(await codes({ title: ' ' })).toEqual(['INVALID_PRODUCT'])
  expect(await codes({ title: 'x', productOptions: [option('A', '1')] })).toEqual(['VARIANTS_INPUT_MISSING'])
  expect(await codes({ title: 'x', variants: [variant(['A', '1'])] })).toEqual(['PRODUCT_OPTIONS_INPUT_MISSING'])
  const four = ['A', 'B', 'C', 'D'].map((name) => option(name, '1'))
  expect(await codes({ title: 'x', productOptions: four, variants: [] })).toEqual(['OPTIONS_OVER_LIMIT'])
  const twice = { title: 'x', productOptions: [option('A', '1', '1')], variants: [] }
  expect(await codes(twice)).toEqual(['DUPLICATED_OPTION_VALUE'])
  const many = Array.from({ length: 2049 }, (_, i) => variant(['A', String(i)]))
  expect(await codes({ title: 'x', productOptions: [option('A')], variants: many })).toEqual(['VARIANTS_OVER_LIMIT'])
  const twins = [variant(['A', '1']), variant(['A', '1'])]
  expect(await codes({ title: 'x', productOptions: [option('A', '1')], variants: twins })).toEqual(['INVALID_VARIANT'])
  const loose = [{ ...variant(['A', '1']), file: { originalSource: 'https://x.test/a.png' } }]
  expect(await codes({ title: 'x', productOptions: [option('A', '1')], variants: loose })).toEqual(['INVALID_INPUT'])
  const misnamed = [{ originalSource: 'https://x.test/a.png', filename: 'a.jpg' }]
  expect(await codes({ title: 'x', files: misnamed })).toEqual(['INVALID_INPUT'])
  expect(await codes({ title: 'x' }, customId)).toEqual(['MISSING_FIELD_REQUIRED'])
  expect(await codes({ title: 'x', metafields: [{ ...own[0], value: 'b' }] }, customId)).toEqual(['METAFIELD_MISMATCH'])
  expect(await codes({ title: 'x' }, { id: 'gid://shopify/Product/1' })).toEqual(['PRODUCT_DOES_NOT_EXIST'])
  const { products, created } = (await sandbox.get(`/control/shopify/books?shop=${SHOP}`)).body
  expect([products, created]).toEqual([[], []])

  const first = await set({ title: 'Lamp', metafields: own }, customId)
  expect(first.product.handle).toBe('lamp')
  expect((await set({ title: 'Lamp' })).product.handle).toBe('lamp-1')
  expect(await codes({ title: 'y', handle: 'lamp' })).toEqual(['HANDLE_NOT_UNIQUE'])
  expect(await codes({ title: 'y', metafields: own })).toEqual(['DUPLICATED_METAFIELD_VALUE'])
  expect((await set({ title: 'Lamp 2', metafields: own }, customId)).product.id).toBe(first.product.id)
})

test('twenty creations with one key at the same moment make one product', async () => {
  const input = { title: 'Race', metafields: [{ key: 'app_key', type: 'id', value: 'race' }] }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => set(input, { customId: { key: 'app_key', value: 'race' } })),
  )
  expect(new Set(replies.map(({ product }) => product.id)).size).toBe(1)
  const { created } = (await sandbox.get(`/control/shopify/books?shop=${SHOP}`)).body
  expect(created.filter(({ key }: { key: string }) => key === 'race')).toHaveLength(1)
})

test('a document that is too dear, unknown to the schema or without its idempotency key is refused before it runs', async () => {
  const code = async (query: string, variables: object = {}) =>
    (await graphql(query, variables)).body.errors[0].extensions.code
  expect(await code('{ shop { nickname } }')).toBe('undefinedField')
  expect(await code('{')).toBe('PARSE_ERROR')
  const deep =
    'variants(first: 250) { nodes { inventoryItem { id measurement { id weight { value } } } media(first: 250) { nodes { id } } } }'
  expect(await code(`{ products(first: 250) { nodes { id ${deep} } } }`)).toBe('MAX_COST_EXCEEDED')
  const stock =
    'mutation ($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) { userErrors { code } } }'
  const input = { name: 'available', reason: 'correction', quantities: [] }
  expect(await code(stock, { input })).toBe('BAD_REQUEST')
  expect(await code(SET, { input: { nonsense: 1 } })).toBe('INVALID_VARIABLE')
})

test('a query pays for what came back; the rest of what was reserved is returned', async () => {
  const query =
    '{ product(id: "gid://shopify/Product/1") { variants(first: 250) { nodes { inventoryItem { id tracked } } } } }'
  const { cost } = (await graphql(query)).body.extensions
  // Once measured at Shopify itself: 25 reserved, 1 paid.
  expect([cost.requestedQueryCost, cost.actualQueryCost]).toEqual([25, 1])
  expect(cost.throttleStatus).toMatchObject({ maximumAvailable: 10_000, restoreRate: 1000 })
})

test('a bulk query has one root, five connections at most, two deep, and no variables; it ends in lines', async () => {
  const start =
    'mutation ($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id } userErrors { code } } }'
  const run = async (query: string) => (await graphql(start, { query })).body.data.bulkOperationRunQuery
  const refused = async (query: string) => (await run(query)).userErrors.map(({ code }: { code: string }) => code)
  const inner = (fields: string) => `{ products { edges { node { id ${fields} } } } }`
  expect(await refused('{ shop { name } }')).toEqual(['INVALID'])
  expect(await refused('{')).toEqual(['INVALID'])
  expect(await refused(inner('nickname'))).toEqual(['INVALID'])
  expect(await refused('query ($q: String) { products(query: $q) { edges { node { id } } } }')).toEqual(['INVALID'])
  const media = (name: string) => `${name}: media { edges { node { id } } }`
  expect(await refused(inner(['a', 'b', 'c', 'd', 'e'].map(media).join(' ')))).toEqual(['INVALID'])

  await set({
    title: 'Lines',
    productOptions: [option('A', '1', '2')],
    variants: [variant(['A', '1']), variant(['A', '2'])],
  })
  const { bulkOperation } = await run(inner('title variants { edges { node { id price } } }'))
  const state = async () =>
    (await graphql('query ($id: ID!) { bulkOperation(id: $id) { status url } }', { id: bulkOperation.id })).body.data
      .bulkOperation
  expect(await state()).toEqual({ status: 'RUNNING', url: null })
  await expect.poll(async () => (await state()).status).toBe('COMPLETED')
  const text = await (await fetch((await state()).url)).text()
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const made = lines.find(({ title }) => title === 'Lines')
  expect(lines.filter(({ __parentId }) => __parentId === made.id)).toHaveLength(2)
  expect(lines.findIndex(({ __parentId }) => __parentId !== undefined)).toBeGreaterThan(lines.indexOf(made))
})

const ANSWER = (field: string) =>
  `mutation ($id: ID!) { ${field}(id: $id) { fulfillmentOrder { status requestStatus } userErrors { field message } } }`
const SCOPED = `${SCOPES},write_assigned_fulfillment_orders,write_fulfillments,write_orders`

test('a fulfilment service: scopes, one of a name, whole and part of an order, and each answer once', async () => {
  const act = async (name: string, input: object) =>
    (await sandbox.send('POST', `/control/vendors/shopify/actions/${name}`, { shop: SHOP, ...input })).body.result
  const assigned =
    '{ assignedFulfillmentOrders(first: 5, assignmentStatus: FULFILLMENT_REQUESTED) { nodes { id lineItems(first: 5) { nodes { remainingQuantity } } merchantRequests(first: 5) { nodes { kind message } } } } }'
  expect((await graphql(assigned)).body.errors[0].extensions.code).toBe('ACCESS_DENIED')
  const consented = await allow({ scope: SCOPED })
  const code = new URL(consented.headers.get('location') ?? '').searchParams.get('code')
  const by = (await exchange({ code, expiring: '1' })).body.access_token
  const make =
    'mutation { fulfillmentServiceCreate(name: "Helper") { fulfillmentService { id location { id } } userErrors { message } } }'
  expect((await graphql(make, {}, by)).body.data.fulfillmentServiceCreate.fulfillmentService.location.id).toContain(
    'Location',
  )
  expect((await graphql(make, {}, by)).body.data.fulfillmentServiceCreate.userErrors).toHaveLength(1)

  const product = `mutation { productSet(synchronous: true, input: { title: "Cup", status: ACTIVE,
    productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
    variants: [{ price: "5.00", inventoryPolicy: CONTINUE, optionValues: [{ optionName: "Title", name: "Default Title" }] }] }) { product { id } userErrors { message } } }`
  const made = (await graphql(product, {}, by)).body.data.productSet
  expect(made.userErrors).toEqual([])
  const number = Number(String(made.product.id).split('/').at(-1))
  const { orders } = await act('place_orders', { product: number, quantity: 3 })
  await act('request_fulfillment', { order: orders[0], line: 1, quantity: 2, message: 'Soon' })
  const [part] = (await graphql(assigned, {}, by)).body.data.assignedFulfillmentOrders.nodes
  expect(part).toMatchObject({
    lineItems: { nodes: [{ remainingQuantity: 2 }] },
    merchantRequests: { nodes: [{ kind: 'FULFILLMENT_REQUEST', message: 'Soon' }] },
  })
  const say = async (what: string) => {
    const field = `fulfillmentOrder${what}Request`
    return (await graphql(ANSWER(field), { id: part.id }, by)).body.data[field]
  }
  expect((await say('AcceptCancellation')).userErrors).toHaveLength(1)
  expect((await say('AcceptFulfillment')).fulfillmentOrder).toEqual({
    status: 'IN_PROGRESS',
    requestStatus: 'ACCEPTED',
  })
  expect((await say('AcceptFulfillment')).userErrors).toHaveLength(1)
  expect((await say('RejectFulfillment')).userErrors).toHaveLength(1)
  await act('request_cancellation', { order: orders[0] })
  expect((await say('AcceptCancellation')).fulfillmentOrder).toEqual({
    status: 'CANCELLED',
    requestStatus: 'CANCELLATION_ACCEPTED',
  })
  expect((await say('RejectCancellation')).userErrors).toEqual([
    { field: ['id'], message: 'The fulfillment order is closed.' },
  ])
})
