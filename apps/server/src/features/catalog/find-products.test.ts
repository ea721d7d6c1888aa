import { catalogCalls as catalog } from '@omni/contracts/catalog.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { productDetailCalls as detail } from '@omni/contracts/product-detail.calls.ts'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { testServer } from '../../testing/test-server.ts'
import { countTags, indexProducts } from './search/index-products.ts'

/** A small catalogue that is quoted to several countries, without a supplier behind it. */
const server = await testServer()
const { ask, behind } = server

interface Quote {
  cost: number
  days: number
}
interface Made {
  name: string
  source?: string
  seller?: string
  price?: number
  orders?: number
  good?: number
  /** Per country; null: the supplier does not ship there. */
  quotes?: Record<string, Quote | null>
}

async function make(id: string, { name, source = 'cj', seller, price = 1000, orders = 0, good, quotes = {} }: Made) {
  const us = quotes['US']
  const { rows } = await behind.query<{ id: string }>(
    `insert into catalog_products (source, source_product_id, name, price_min, price_max, rsp_price, profit, orders,
       ship_froms, shipping_cost, shipping_time_min, shipping_time_max, stock, status, detail_at, seller_id, good_id,
       content_hash)
     values ($1, $2, $3, $4, $4, 5000, 2000, $5, '{CN}', $6, $7, $7, 10, 'full', now(), $8, $9, '\\x00')
     returning id`,
    [source, id, name, price, orders, us?.cost ?? null, us?.days ?? null, seller ?? null, good ?? null],
  )
  const product_id = Number(rows[0]?.id)
  if (seller)
    await behind.query(
      `insert into catalog_sellers (source, seller_id, store_name) values ($1, $2, $3) on conflict do nothing`,
      [source, seller, `Shop ${seller}`],
    )
  for (const [country, quote] of Object.entries(quotes)) {
    const way = quote && { service_name: 'Post', amount: quote.cost, min_days: quote.days, max_days: quote.days }
    await behind.query(
      `insert into catalog_quotes (product_id, country_code, ship_from, sku_id, quantity, ways, quoted_at)
       values ($1, $2, 'CN', '', 1, $3, now())`,
      [product_id, country, JSON.stringify(way ? [{ ...way, ship_from: 'CN', tracked: true }] : [])],
    )
  }
  return product_id
}

async function reindex(ids: readonly number[]) {
  await server.runtime.db({}).tx(async (tx) => {
    await indexProducts(tx, ids)
    await countTags(tx, server.clock.now)
  })
}

beforeAll(async () => {
  const ids = [
    // Lamps, cheap and quick to Germany in different order than to the US.
    await make('near', { name: 'Oak desk lamp', quotes: { US: { cost: 900, days: 30 }, DE: { cost: 100, days: 5 } } }),
    await make('far', { name: 'Pine desk lamp', quotes: { US: { cost: 0, days: 4 }, DE: { cost: 800, days: 18 } } }),
    await make('slow', { name: 'Elm desk lamp', quotes: { US: { cost: 300, days: 9 }, DE: { cost: 500, days: 40 } } }),
    await make('unasked', {
      name: 'Ash desk lamp',
      source: 'zopi',
      orders: 9000,
      quotes: { US: { cost: 1, days: 2 } },
    }),
    await make('refused', {
      name: 'Yew desk lamp',
      price: 100,
      orders: 90_000,
      quotes: { US: { cost: 1, days: 2 }, DE: null },
    }),
  ]
  // Words beside which a slip has a meaning.
  for (let n = 0; n < 6; n++) {
    ids.push(await make(`buds${n}`, { name: `Wireless earbuds model ${n}` }))
    ids.push(await make(`collar${n}`, { name: `Dog collar leather ${n}` }))
    ids.push(await make(`mat${n}`, { name: `Yoga mat thick ${n}` }))
    for (let m = 0; m < 5; m++) ids.push(await make(`paint${n}${m}`, { name: `Color pencil bright ${n}${m}` }))
  }
  await reindex(ids)
})

const find = async (input: CallInput<typeof catalog.findProducts>, me?: Awaited<ReturnType<typeof server.person>>) => {
  const reply = await ask(catalog.findProducts, input, me ?? (await server.person()))
  if (!reply.body.data) throw new Error(reply.body.message)
  return reply.body.data
}
const names = ({ items }: Awaited<ReturnType<typeof find>>) => items.map((item) => item.source_product_id)
/** The first answer may come from the record, while the index is being built. */
const indexed = () =>
  vi.waitUntil(async () => (await find({})).facets !== null, { timeout: 10_000 * inject('patience') })

test('while the index is being built the record answers the same', async () => {
  const locked = await behind.connect()
  // The last step of building reads the journal.
  await locked.query('begin; lock table catalog_search_changes in access exclusive mode')
  const question = { text: 'lamp', ship_to: 'DE', sort: 'desc_shipping_time', max_shipping: 900 } as const
  const meanwhile = await find(question)
  expect(meanwhile.facets).toBeNull()
  expect(names(meanwhile)).toEqual(['slow', 'far', 'near'])
  expect(await find({ text: 'dog colar' })).toMatchObject({ corrected: 'dog collar', relaxed: false, total: 6 })
  await locked.query('commit')
  locked.release()
  await indexed()
  const { facets, ...same } = await find(question)
  expect(facets).not.toBeNull()
  expect({ ...same, facets: null }).toEqual(meanwhile)
})

describe('finding', () => {
  beforeAll(indexed)

  test('filters are those of the chosen country', async () => {
    expect(names(await find({ text: 'lamp', ship_to: 'DE', max_days: 20 })).toSorted()).toEqual(['far', 'near'])
    expect(names(await find({ text: 'lamp', ship_to: 'DE', max_days: 6 }))).toEqual(['near'])
    expect(names(await find({ text: 'lamp', ship_to: 'DE', max_shipping: 500 })).toSorted()).toEqual(['near', 'slow'])
    expect(names(await find({ text: 'lamp', ship_to: 'US', max_days: 5, max_shipping: 0 }))).toEqual(['far'])
  })

  test('orders are by the figures of the country; unknown comes last, and what does not ship behind it', async () => {
    const order = async (sort: CallInput<typeof catalog.findProducts>['sort'], ship_to = 'DE') =>
      names(await find({ text: 'lamp', ship_to, sort }))
    expect(await order('asc_shipping_cost')).toEqual(['near', 'slow', 'far', 'unasked', 'refused'])
    expect(await order('desc_shipping_cost')).toEqual(['far', 'slow', 'near', 'unasked', 'refused'])
    expect(await order('asc_shipping_time')).toEqual(['near', 'far', 'slow', 'unasked', 'refused'])
    expect(await order('desc_shipping_time')).toEqual(['slow', 'far', 'near', 'unasked', 'refused'])
    expect((await order('desc_profit')).slice(3)).toEqual(['unasked', 'refused'])
    expect((await order('asc_profit')).slice(3)).toEqual(['unasked', 'refused'])
    // Cheapest and most ordered of all, and still nothing a seller to Germany could use.
    expect((await order('asc_price')).at(-1)).toBe('refused')
    expect((await order('desc_lastest_volume')).at(-1)).toBe('refused')
    expect((await order('relevant')).at(-1)).toBe('refused')
    expect((await order('asc_price', 'US'))[0]).toBe('refused')
  })

  test('no profit is said where shipping is not known', async () => {
    const { items } = await find({ text: 'lamp', ship_to: 'DE' })
    const card = (id: string) => items.find(({ source_product_id }) => source_product_id === id)
    expect(card('unasked')).toMatchObject({ ships: null, shipping_cost: null, profit_usd: null, profit_margin: null })
    expect(card('refused')).toMatchObject({ ships: false, shipping_cost: null, profit_usd: null })
    expect(card('near')).toMatchObject({ ships: true, shipping_cost: 100, shipping_time_max: 5 })
    expect(card('near')?.profit_usd).toBeGreaterThan(0)
  })

  test('pages follow one another over known, unknown and refused', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof find>> = await find({
        text: 'lamp',
        ship_to: 'DE',
        sort: 'desc_shipping_time',
        page_size: 2,
        ...(cursor && { cursor }),
      })
      seen.push(...names(page))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(['slow', 'far', 'near', 'unasked', 'refused'])
  })

  test.each([
    ['wireles earbud', 'wireless earbud', 'buds'],
    ['dog colar', 'dog collar', 'collar'],
    ['yoga mta', 'yoga mat', 'mat'],
  ])('%s is put right before words are dropped', async (typed, meant, id) => {
    const found = await find({ text: typed })
    expect(found).toMatchObject({ corrected: meant, relaxed: false, total: 6 })
    expect(names(found).every((name) => name.startsWith(id))).toBe(true)
    expect((await find({ text: typed, exact: true })).corrected).toBeNull()
  })

  test('a text without words says so; one with a word does not', async () => {
    expect(await find({ text: '🦄' })).toMatchObject({ wordless: true, total: 53 })
    expect(await find({ text: 'lamp 🦄' })).toMatchObject({ wordless: false, total: 5 })
    expect(await find({})).toMatchObject({ wordless: false })
  })
})

test('a word that exists is put right where it never stands with the others', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await make(`necklace${n}`, { name: `Colar dourado ${n}` }))
  await reindex(ids)
  await vi.waitUntil(async () => (await find({ text: 'colar', exact: true })).total === 5, {
    timeout: 8000 * inject('patience'),
  })
  expect(await find({ text: 'colar' })).toMatchObject({ corrected: null, total: 5 })
  expect(await find({ text: 'dog colar' })).toMatchObject({ corrected: 'dog collar', total: 6, relaxed: false })
})

describe('counts of choices', () => {
  test('a filter leaves its own choice out, and every choice leaves as many as it says', async () => {
    await indexed()
    const me = await server.person()
    const { facets } = await find({ text: 'lamp', ship_to: 'DE', source: ['zopi'], max_days: 20 }, me)
    expect(facets?.source).toMatchObject({ cj: 2, zopi: 0 })
    const lamps = await find({ text: 'lamp', ship_to: 'DE' }, me)
    expect(lamps.facets?.days).toEqual({ 5: 1, 8: 1, 12: 1, 20: 2 })
    expect(lamps.facets?.shipping).toEqual({ 0: 0, 300: 1, 500: 2, 1000: 3 })
    expect(lamps.facets?.ship_from).toMatchObject({ CN: 5, US: 0 })
    expect(lamps.facets?.price).toMatchObject({ '-1000': 1, '1000-3000': 4 })
    expect(lamps.facets?.orders).toMatchObject({ '100-': 2, '-500': 3, '10000-': 1, '5000-10000': 1 })
    for (const [most, left] of Object.entries(lamps.facets?.days ?? {}))
      expect((await find({ text: 'lamp', ship_to: 'DE', max_days: Number(most) }, me)).total).toBe(left)
  })

  test('what a workplace has hidden is in none of them', async () => {
    await indexed()
    const [me, other] = [await server.person(), await server.person()]
    const [lamp] = (await find({ text: 'oak lamp' }, me)).items
    await ask(catalog.disableProduct, { id: lamp?.id ?? 0 }, me)
    expect(await find({ text: 'lamp' }, me)).toMatchObject({ total: 4, facets: { source: { cj: 3, zopi: 1 } } })
    expect(await find({ text: 'lamp' }, other)).toMatchObject({ total: 5, facets: { source: { cj: 4, zopi: 1 } } })
  })
})

test(
  'what changes or goes is followed within five seconds',
  async () => {
    await indexed()
    const id = await make('late', { name: 'Teak garden lantern', quotes: { DE: { cost: 50, days: 3 } } })
    await reindex([id])
    const lanterns = async () => (await find({ text: 'lantern', exact: true, ship_to: 'DE', max_days: 5 })).total
    await vi.waitUntil(async () => (await lanterns()) === 1, { timeout: 5000 * inject('patience'), interval: 100 })
    await behind.query(`update catalog_products set gone_at = now() where id = $1`, [id])
    await server.runtime.db({}).tx((tx) => indexProducts(tx, [id]))
    await vi.waitUntil(async () => (await lanterns()) === 0, { timeout: 5000 * inject('patience'), interval: 100 })
  },
  15_000 * inject('patience'),
)

test('the same good elsewhere: every shop once, by the cost at the door of the country, unknown ones apart', async () => {
  const quotes = (cost: number) => ({ US: { cost, days: 9 }, DE: { cost, days: 9 } })
  const good = 77
  await make('g1', { name: 'Copper kettle', seller: 'a', price: 900, good, quotes: quotes(100) })
  await make('g2', { name: 'Copper kettle', seller: 'a', price: 500, good, quotes: quotes(100) })
  await make('g3', { name: 'Copper kettle', seller: 'b', price: 700, good, quotes: { DE: { cost: 900, days: 3 } } })
  await make('g4', { name: 'Copper kettle', seller: 'b', price: 600, good, quotes: quotes(300) })
  await make('g5', { name: 'Copper kettle', seller: 'c', price: 100, good, quotes: { US: { cost: 1, days: 1 } } })
  await make('g6', {
    name: 'Copper kettle',
    seller: 'd',
    price: 50,
    good,
    quotes: { US: { cost: 1, days: 1 }, DE: null },
  })
  const me = await server.person()
  const offers = async (ship_to: string) => {
    const reply = await ask(detail.getSourceProduct, { source: 'cj', product_id: 'g1', ship_to }, me)
    return reply.body.data?.product.elsewhere ?? []
  }
  const german = await offers('DE')
  expect(german.map(({ source_product_id, landed }) => [source_product_id, landed])).toEqual([
    ['g4', 900],
    ['g1', 1000],
    ['g5', null],
    ['g6', null],
  ])
  expect(german.map(({ store_name }) => store_name)).toEqual(['Shop b', 'Shop a', 'Shop c', 'Shop d'])
  expect(german.map(({ ships }) => ships)).toEqual([true, true, null, false])
  expect(german.slice(2).map(({ profit }) => profit)).toEqual([null, null])
  expect((await offers('US')).map(({ source_product_id }) => source_product_id)).toEqual(['g6', 'g5', 'g4', 'g1'])
})

test('trending words are searched for, or names of things: no brand of a title', async () => {
  const ids: number[] = []
  for (let n = 0; n < 8; n++) ids.push(await make(`brand${n}`, { name: `Zanolique backpack ${n}`, orders: 100 }))
  await behind.query(`update catalog_products set orders_week = 90 where id = any ($1::bigint[])`, [ids])
  await reindex(ids)
  const me = await server.person()
  const trending = async () => (await ask(catalog.getTrendingKeywords, {}, me)).body.data?.keywords ?? []
  expect(await trending()).toContain('backpack')
  expect(await trending()).not.toContain('zanolique')
  // A search that was answered by other words than its own is none that sellers make.
  for (let n = 0; n < 3; n++) await find({ text: 'lamp qqqqzz' }, me)
  for (let n = 0; n < 3; n++) await find({ text: 'oak lamp' }, me)
  await vi.waitUntil(async () => (await trending()).includes('oak lamp'), { timeout: 5000 * inject('patience') })
  expect((await trending()).some((text) => text.includes('qqqq'))).toBe(false)
})
