import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { expect, test } from 'vitest'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { countTags } from './search/index-products.ts'

/** zopi and CJ alone: the whole way through two protocols, in seconds. */
const sandbox = await sandboxProcess(140)
const server = await testServer({
  ...sandbox.env,
  ALIEXPRESS_REFRESH_TOKEN: '',
  EBAY_APP_ID: '',
  AMAZON_CREDENTIAL_ID: '',
})
const me = await server.person()
server.clock.now = new Date()
const only = server.runtime.services.suppliers.shared

async function ingest() {
  await server.behind.query(`update supplier_state set phase = 'idle', round_started_at = null`)
  await server.behind.query(`update catalog_products set due_at = now()`)
  await server.behind.query(`select enqueue_job('catalog.ingest-all', '{}')`)
  for (let n = 0; n < 20; n++) {
    await server.runJobs()
    const { rows } = await server.behind.query<{ open: number }>(`select count(*)::int as open from jobs`)
    if (rows[0]?.open === 0) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await server.runtime.db({}).tx((tx) => countTags(tx, new Date()))
}

/** Everything the catalogue holds but when it was looked at. */
const everything = async () =>
  (
    await server.behind.query<{ all: string }>(`
  select md5(string_agg(t, '' order by t)) as all from (
    select (to_jsonb(p) - 'seen_at' - 'detail_at' - 'due_at' - 'history_at')::text as t from catalog_products p
    union all select to_jsonb(v)::text from catalog_variants v union all select (to_jsonb(q) - 'quoted_at')::text
      from catalog_quotes q
    union all select to_jsonb(h)::text from catalog_history h union all select to_jsonb(s)::text
      from catalog_search s) x`)
  ).rows[0]?.all

test('an ingest takes the whole catalogue within the limits, and a second one changes nothing', async () => {
  expect(Object.keys(only).sort()).toEqual(['cj', 'zopi'])
  await ingest()
  const { rows } = await server.behind.query<{ source: string; n: number; full: number; sold_out: number }>(
    `select source, count(*)::int as n, count(*) filter (where status = 'full')::int as full from catalog_products
      group by 1 order by 1`,
  )
  expect(rows.map(({ source }) => source)).toEqual(['cj', 'zopi'])
  for (const row of rows) {
    expect(row.n).toBeGreaterThan(5)
    expect(row.full).toBe(row.n)
  }
  const calls = [...(await sandbox.events('cj')), ...(await sandbox.events('zopi'))].filter(
    ({ kind }) => kind === 'call',
  )
  // On a busy machine a call can leave late and meet the next one; more than one in fifty would be no pace at all.
  expect(calls.filter(({ status }) => status === 429).length).toBeLessThan(calls.length / 50)
  const before = await everything()
  await ingest()
  expect(await everything()).toBe(before)
})

test('what was taken in is found by words, with a slip put right, filtered, sorted and paged', async () => {
  const {
    rows: [known],
  } = await server.behind.query<{ tag: string }>(
    `select tag from catalog_tags where tag like 'w:______%' order by products desc, tag limit 1`,
  )
  const word = known?.tag.slice(2) ?? ''
  const right = await server.ask(catalogCalls.findProducts, { text: word }, me)
  expect(right.body.data?.items.length).toBeGreaterThan(0)
  expect(right.body.data?.corrected).toBeNull()
  const slip = await server.ask(catalogCalls.findProducts, { text: `${word.slice(0, 2)}${word.slice(3)}` }, me)
  expect(slip.body.data?.corrected).toBe(word)
  expect(slip.body.data?.items.map(({ id }) => id)).toEqual(right.body.data?.items.map(({ id }) => id))

  const prices = []
  const seen = new Set<number>()
  let cursor: string | undefined
  do {
    const page = await server.ask(
      catalogCalls.findProducts,
      { source: ['cj'], sort: 'asc_price', page_size: 5, ...(cursor && { cursor }) },
      me,
    )
    for (const item of page.body.data?.items ?? []) {
      expect(item.source).toBe('cj')
      expect(seen.has(item.id)).toBe(false)
      seen.add(item.id)
      prices.push(item.price_range[0])
    }
    cursor = page.body.data?.next_cursor ?? undefined
  } while (cursor)
  const {
    rows: [counted],
  } = await server.behind.query<{ n: number }>(`select count(*)::int as n from catalog_search where tags @> '{s:cj}'`)
  expect(seen.size).toBe(counted?.n)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('odd questions get answers', async () => {
  for (const text of ['💥💥', ' ', 'zzzzzzqqqq', 'a'.repeat(200), `'; drop table users; --`, '无线耳机']) {
    const reply = await server.ask(catalogCalls.findProducts, { text }, me)
    expect(reply.http, text).toBe(200)
  }
  expect((await server.ask(catalogCalls.findProducts, { text: 'a'.repeat(2000) }, me)).http).toBe(422)
  expect((await server.ask(catalogCalls.findProducts, { cursor: 'nonsense' }, me)).http).toBe(422)
  expect((await server.ask(catalogCalls.findByCollection, { collection_slug: 'nothing' }, me)).http).toBe(404)
  expect(
    (await server.ask(productDetailCalls.getSourceProduct, { source: 'cj', product_id: 'nothing' }, me)).http,
  ).toBe(404)
})

test('a detail comes whole; with its supplier down it comes as it was, and says so', async () => {
  const [card] = (await server.ask(catalogCalls.findProducts, { source: ['zopi'] }, me)).body.data?.items ?? []
  if (!card) throw new Error('no zopi product')
  const ask = () =>
    server.ask(productDetailCalls.getSourceProduct, { source: 'zopi', product_id: card.source_product_id }, me)
  const whole = (await ask()).body.data?.product
  expect(whole).toMatchObject({ status: 'full', stale: false, currency: 'USD' })
  expect(whole?.variants.length).toBeGreaterThan(0)
  expect(whole?.description).not.toMatch(/<script|onerror|<iframe/i)
  expect(
    (whole?.rsp_price_usd ?? 0) - (whole?.price ?? 0) - (whole?.shipping_cost ?? 0) - (whole?.retail.fee ?? 0),
  ).toBe(whole?.profit_usd)

  await sandbox.setFaults('zopi', [{ kind: 'server_error', percent: 100, status: 503 }])
  server.clock.now = new Date(Date.now() + 24 * 3_600_000)
  const old = await ask()
  expect(old.http).toBe(200)
  expect(old.body.data?.product).toMatchObject({ stale: true, name: whole?.name })
  const list = await server.ask(catalogCalls.findProducts, { source: ['zopi'] }, me)
  expect(list.body.data?.stale_sources.map(({ source }) => source)).toEqual(['zopi'])
  await sandbox.setFaults('zopi', [])
  expect((await ask()).body.data?.product.stale).toBe(false)
  server.clock.now = new Date()
})

test('shipping is quoted by country, kept with its age, and refused for no country', async () => {
  const [card] =
    (await server.ask(catalogCalls.findProducts, { source: ['cj'], sort: 'desc_lastest_volume' }, me)).body.data
      ?.items ?? []
  const id = card?.source_product_id ?? ''
  const first = await server.ask(productDetailCalls.getProductLogistics, { source: 'cj', id, country_code: 'DE' }, me)
  expect(first.http).toBe(200)
  const books = (await sandbox.events('cj')).length
  const again = await server.ask(productDetailCalls.getProductLogistics, { source: 'cj', id, country_code: 'DE' }, me)
  expect(again.body.data).toEqual(first.body.data)
  expect((await sandbox.events('cj')).length).toBe(books)
  for (const way of first.body.data?.logistics ?? []) expect(way.amount).toBeGreaterThanOrEqual(0)
  expect(
    (await server.ask(productDetailCalls.getProductLogistics, { source: 'cj', id, country_code: 'ZZ' }, me)).http,
  ).toBe(422)
  expect(
    (await server.ask(productDetailCalls.getProductLogistics, { source: 'cj', id, country_code: 'UK' }, me)).http,
  ).toBe(200)
})

test('favourites and hidden products belong to one workplace', async () => {
  const other = await server.person('Other')
  const [one, two] = (await server.ask(catalogCalls.findProducts, {}, me)).body.data?.items ?? []
  if (!one || !two) throw new Error('no products')
  const added = await server.ask(
    catalogCalls.addFavourites,
    {
      products: [
        { source: one.source, supplier_product_id: one.source_product_id },
        { source: 'cj', supplier_product_id: 'gone' },
      ],
    },
    me,
  )
  expect(added.body.data).toMatchObject({
    total: 1,
    favourites: [{ id: one.id, status: 'success' }, { status: 'error' }],
  })
  expect((await server.ask(catalogCalls.listFavourites, {}, me)).body.data?.items.map(({ id }) => id)).toEqual([one.id])
  expect((await server.ask(catalogCalls.listFavourites, {}, other)).body.data?.items).toEqual([])
  await server.ask(catalogCalls.disableProduct, { id: two.id }, me)
  expect((await server.ask(catalogCalls.findProducts, {}, me)).body.data?.items.map(({ id }) => id)).not.toContain(
    two.id,
  )
  expect((await server.ask(catalogCalls.findProducts, {}, other)).body.data?.items.map(({ id }) => id)).toContain(
    two.id,
  )
  await server.ask(catalogCalls.removeFavourite, { source: one.source, supplier_product_id: one.source_product_id }, me)
  expect((await server.ask(catalogCalls.listFavourites, {}, me)).body.data?.total).toBe(0)
  const hidden = await server.ask(catalogCalls.listHiddenProducts, {}, me)
  expect(hidden.body.data).toMatchObject({ total: 1, items: [{ id: two.id, name: two.name, source: two.source }] })
  expect((await server.ask(catalogCalls.listHiddenProducts, {}, await server.person())).body.data?.total).toBe(0)
  await server.ask(catalogCalls.disableProduct, { id: two.id, disabled: false }, me)
  expect((await server.ask(catalogCalls.listHiddenProducts, {}, me)).body.data?.items).toEqual([])
})
