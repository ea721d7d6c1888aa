import { choicesOf, type SearchFacts, toSearchDocument } from '@omni/domain/catalog/search-document.ts'
import {
  FACETS,
  type Facet,
  LISTING_BANDS,
  ORDER_BANDS,
  PRICE_BANDS,
  SORTS,
} from '@omni/domain/catalog/search-options.ts'
import { MAIN_COUNTRIES, SOURCES } from '@omni/domain/catalog/sources.ts'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { CallInput, In } from '@omni/contracts/kernel.ts'
import { expect, inject, test, vi } from 'vitest'
import { testServer } from '../../../testing/test-server.ts'
import { bitmapSearch } from './bitmap-search.ts'
import { catalogIndex } from './catalog-index.ts'
import { heldBitmaps } from './held-bitmaps.ts'
import { countTags } from './index-products.ts'
import { planSearch } from './plan-search.ts'
import { postgresSearch } from './postgres-search.ts'
import type { SearchEngine, SearchRequest } from './search-port.ts'

/** Enough that both ways of PostgreSQL are taken: fetching all matches, and walking along a sort key. */
const PRODUCTS = 12_000
/** The whole proof is 10,000: `SEARCH_QUESTIONS=10000 npm run test:integration -- engines`. */
const QUESTIONS = Number(process.env['SEARCH_QUESTIONS'] ?? 300)
const SEED = 11
const WAIT = { timeout: 30_000 * inject('patience'), interval: 50 }

/** Mulberry32: the same world and the same questions in every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
const random = seeded(SEED)
const upTo = (most: number) => Math.floor(random() * most)
const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T // never empty
const WORDS = Array.from({ length: 60 }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}`)
/** One that is quoted for everything, and one that was asked for now and then. */
const COUNTRIES = [...MAIN_COUNTRIES, 'PL']

function facts(): SearchFacts {
  const shipping: Record<string, { cost: number; days: number | null } | null> = {}
  for (const code of COUNTRIES) {
    if (random() < (code === 'PL' ? 0.9 : 0.3)) continue // never asked for
    const days = random() < 0.1 ? null : upTo(120)
    shipping[code] = random() < 0.1 ? null : { cost: random() < 0.3 ? 0 : upTo(1200), days }
  }
  return {
    name: Array.from({ length: 5 }, () => WORDS[Math.floor(random() ** 3 * WORDS.length)]).join(' '),
    source: pick(SOURCES),
    category_id: 101 + 100 * upTo(10),
    price: upTo(15_000),
    orders: Math.floor(random() ** 4 * 20_000),
    orders_week: upTo(40),
    rating: random() < 0.2 ? null : Math.round(random() * 50) / 10,
    reviews_count: upTo(100),
    listings: random() < 0.3 ? null : upTo(1200),
    ship_froms: random() < 0.2 ? ['CN', 'US'] : [pick(['CN', 'US', 'DE'])],
    shipping,
    condition: random() < 0.8 ? 'new' : 'used',
    charges: random() < 0.7 ? 0 : upTo(500),
    single: random() < 0.9,
  }
}

const server = await testServer()
const holding = { db: server.runtime.db({}), key: server.url, log: server.runtime.log }

async function write(ids: readonly number[]): Promise<void> {
  const rows = ids.map((product_id) => ({ product_id, ...toSearchDocument(facts()) }))
  await server.behind.query(
    `insert into catalog_search (product_id, tags, score, price, profit, orders, ship_days, ship_cost, listings, rating,
       shipping)
     select product_id, array(select jsonb_array_elements_text(tags)), score, price, profit, orders, ship_days,
       ship_cost, listings, rating, shipping
     from jsonb_to_recordset($1::jsonb) as d (product_id bigint, tags jsonb, score real, price int, profit int,
       orders bigint, ship_days smallint, ship_cost int, listings int, rating real, shipping jsonb)
     on conflict (product_id) do update set tags = excluded.tags, score = excluded.score, price = excluded.price,
       profit = excluded.profit, orders = excluded.orders, ship_days = excluded.ship_days,
       ship_cost = excluded.ship_cost, listings = excluded.listings, rating = excluded.rating,
       shipping = excluded.shipping`,
    [JSON.stringify(rows)],
  )
}
const all = Array.from({ length: PRODUCTS }, (_, at) => 3 * at + 1)
for (let from = 0; from < PRODUCTS; from += 2000) await write(all.slice(from, from + 2000))
const recount = () => server.runtime.db({}).tx((tx) => countTags(tx, server.clock.now))
await recount()

const band = (bands: readonly { min: number | null; max: number | null }[], min: string, max: string) => {
  const chosen = random() < 0.7 ? pick(bands) : { min: upTo(3000), max: 3000 + upTo(5000) }
  return { [min]: chosen.min ?? undefined, [max]: chosen.max ?? undefined }
}

/** As a seller's screen sends it: any filters together, any order, any country. */
function question(): CallInput<typeof catalogCalls.findProducts> {
  return {
    text: Array.from({ length: upTo(3) }, () => pick(WORDS.slice(0, 20))).join(' '),
    ship_to: random() < 0.4 ? 'US' : pick(COUNTRIES),
    sort: pick(SORTS),
    ...(random() < 0.2 && { source: [...new Set([pick(SOURCES), pick(SOURCES)])] }),
    ...(random() < 0.1 && { category_id: 101 + 100 * upTo(10) }),
    ...(random() < 0.2 && band(PRICE_BANDS, 'min_price', 'max_price')),
    ...(random() < 0.2 && band(ORDER_BANDS, 'min_order', 'max_order')),
    ...(random() < 0.1 && band(LISTING_BANDS, 'min_list', 'max_list')),
    ...(random() < 0.2 && { min_rating: pick([3, 4, 4.5, 4.3, 2.7]) }),
    ...(random() < 0.2 && { max_days: pick([5, 8, 12, 20, 15]) }),
    ...(random() < 0.2 && { max_shipping: pick([0, 300, 500, 1000, 750]) }),
    ...(random() < 0.1 && { ship_from: pick(['CN', 'US', 'DE']) }),
  }
}

function toRequest(input: In<typeof catalogCalls.findProducts>): SearchRequest {
  return {
    ...planSearch(input, input.text === '' ? [] : input.text.split(' ')),
    without: random() < 0.2 ? [pick(all), pick(all)] : [],
    offset: random() < 0.2 ? upTo(50) : 0,
    limit: 1 + upTo(30),
    counted: false,
  }
}

async function withEngines(
  work: (engines: { bitmaps: SearchEngine; postgres: SearchEngine }) => Promise<void>,
): Promise<void> {
  const index = await vi.waitUntil(() => heldBitmaps(holding), WAIT)
  await server.runtime
    .db({})
    .read(async (tx) =>
      work({
        bitmaps: bitmapSearch(index),
        postgres: postgresSearch(tx, await catalogIndex(tx, `${server.url}#${Math.random()}`)),
      }),
    )
}

const ask = async (engines: { bitmaps: SearchEngine; postgres: SearchEngine }, questions: number) => {
  let matched = 0
  for (let n = 0; n < questions; n++) {
    const request = toRequest(catalogCalls.findProducts.input.parse(question()))
    const [ours, theirs] = [await engines.bitmaps.search(request), await engines.postgres.search(request)]
    // A page beyond the end knows no total in PostgreSQL.
    const total = theirs.ids.length === 0 && request.offset > 0 ? ours.total : theirs.total
    expect(ours, JSON.stringify(request)).toEqual({ ...theirs, total })
    matched += ours.ids.length
    if (!ours.has_more || !ours.last) continue
    const next = { ...request, after: ours.last, offset: 0 }
    const [ourNext, theirNext] = [await engines.bitmaps.search(next), await engines.postgres.search(next)]
    expect(ourNext, `page behind: ${JSON.stringify(next)}`).toEqual(theirNext)
    expect(ourNext.ids.some((id) => ours.ids.includes(id))).toBe(false)
  }
  return matched
}

test(
  'the index in memory answers as PostgreSQL does, page by page',
  async () => {
    await withEngines(async (engines) => {
      expect(await ask(engines, QUESTIONS)).toBeGreaterThan(QUESTIONS)
    })
  },
  600_000 * inject('patience'),
)

test('a choice is counted as many products as choosing it leaves', async () => {
  await withEngines(async ({ bitmaps, postgres }) => {
    for (let n = 0; n < 12; n++) {
      const asked = toRequest(catalogCalls.findProducts.input.parse(question()))
      const request = { ...asked, offset: 0, limit: 1, counted: true }
      const counts = (await bitmaps.search(request)).facets
      expect(Object.keys(counts ?? {}).toSorted()).toEqual([...FACETS].toSorted())
      for (const facet of FACETS)
        for (const [id, tag] of choicesOf(facet, request.ship_to)) {
          const chosen = { facet, any: [tag], range: rangeOf(facet, id) }
          const filters = [...request.filters.filter((filter) => filter.facet !== facet), chosen]
          const left = await postgres.search({ ...request, filters })
          expect(counts?.[facet][id], `${facet} ${id} of ${JSON.stringify(request)}`).toBe(left.total)
        }
    }
  })
})

/** PostgreSQL knows shipping to most countries by its figures alone. */
const rangeOf = (facet: Facet, id: string) => {
  if (facet === 'days') return { column: 'ship_days' as const, max: Number(id) }
  return facet === 'shipping' ? { column: 'ship_cost' as const, max: Number(id) } : null
}

test('what was not counted yet is found', async () => {
  await withEngines(async ({ bitmaps }) => {
    await server.runtime.db({}).read(async (tx) => {
      const counted = await catalogIndex(tx, `${server.url}#before`)
      const before = postgresSearch(tx, { ...counted, docs: 0, products: () => 0, tags: () => [] })
      const request = { ...toRequest(catalogCalls.findProducts.input.parse({})), without: [], offset: 0 }
      const found = await before.search(request)
      expect(found.ids).toHaveLength(request.limit)
      expect(found).toEqual(await bitmaps.search(request))
    })
  })
})

test('changes and deletions are followed, also when a transaction stays open for long', async () => {
  await withEngines(async () => {})
  const late = await server.behind.connect()
  await late.query('begin')
  await late.query('delete from catalog_search where product_id = any ($1::bigint[])', [all.slice(0, 300)])
  // So often that dead slots are swept and used again.
  for (let round = 0; round < 6; round++) {
    await write(all.slice(1000, 3500))
    await heldBitmaps(holding)
  }
  await write(Array.from({ length: 200 }, (_, at) => 3 * at + 2))
  await vi.waitUntil(async () => (await heldBitmaps(holding))?.slotOf(2) !== undefined, WAIT)
  await late.query('commit')
  late.release()
  const committed = Date.now()
  await vi.waitUntil(async () => (await heldBitmaps(holding))?.slotOf(1) === undefined, WAIT)
  expect(Date.now() - committed).toBeLessThan(5000)
  await recount()
  await withEngines(async (engines) => {
    expect(await ask(engines, 100)).toBeGreaterThan(100)
  })
})
