/**
 * Search over a million products, through the api with authentication, by four clients. In the same run and by the same
 * clients: `GET /auth/account` as the yardstick, and the plain way (tag index and ORDER BY) over the same questions.
 * Slips of the keyboard are counted by how many of the right ten come back. The index itself is built here once more,
 * for its time, its memory and how long it keeps the thread.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { toSearchDocument } from '@omni/domain/catalog/search-document.ts'
import { MAIN_COUNTRIES, SOURCES } from '@omni/domain/catalog/sources.ts'
import { wordsOf } from '@omni/domain/catalog/words.ts'
import pg from 'pg'
import { heldBitmaps } from '../apps/server/src/features/catalog/search/held-bitmaps.ts'
import { countTags } from '../apps/server/src/features/catalog/search/index-products.ts'
import { createPool, scopedDb } from '../apps/server/src/platform/db.ts'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { newSeller, startProcess } from './system.ts'

const PRODUCTS = Number(process.env['BENCH_PRODUCTS'] ?? 1_000_000)
const CLIENTS = 4
const SECONDS = 20
const WARM_UP_S = 5
const TYPOS = 1000
const KEPT_RUNS = 50
/** Questions that both ways are asked. */
const COMPARED = 1000
const TARGETS = {
  /** Times the p99 of the account. */
  p99: 5,
  /** Of each class, times the p99 of all. */
  class_p99: 1.5,
  ratio: 15,
  recall: 0.97,
  build_s: 30,
  thread_ms: 50,
  memory_mb: 300,
  follow_s: 5,
}

/** Mulberry32: the same world in every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const SYLLABLES =
  'ba be bi bo bra ca ce chi co cra da de di do dra fa fe fi flo fra ga gi glo gra ha he ho ja ka ke ki la le li lo ma me mi mo na ne ni no pa pe pi plo pra ra re ri ro sa se shi so sta ta te ti to tra va ve vi wa we zo'.split(
    ' ',
  )
const VOCABULARY = 12_000
const HALF = 40 // of the hottest words, the even and the odd never stand together: "words that never meet"

function makeWords(random: () => number): string[] {
  const words = new Set<string>()
  while (words.size < VOCABULARY)
    words.add(
      Array.from(
        { length: 2 + Math.floor(random() * 3) },
        () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
      ).join(''),
    )
  // As the index will know them: a title's words and the words of a query are cut alike.
  return [...new Set([...words].flatMap((word) => wordsOf(word)))]
}

interface Made {
  names: string[]
  words: string[]
}

async function fill(client: pg.Client, random: () => number): Promise<Made> {
  const words = makeWords(random)
  const zipf = () => Math.min(words.length - 1, Math.floor(Math.exp(random() * Math.log(words.length))) - 1)
  const names: string[] = []
  const BATCH = 10_000
  for (const index of [
    'catalog_search_tags',
    'catalog_search_score',
    'catalog_search_price',
    'catalog_search_profit',
    'catalog_search_orders',
    'catalog_search_days',
    'catalog_search_cost',
  ])
    await client.query(`drop index ${index}`)
  for (let from = 0; from < PRODUCTS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, PRODUCTS - from) }, () => {
      const side = random() < 0.5 ? 0 : 1
      const title = Array.from({ length: 6 + Math.floor(random() * 5) }, () => {
        const at = zipf()
        return words[at < HALF ? at - (at % 2) + side : at] ?? ''
      }).join(' ')
      const price = Math.round(60 + Math.exp(random() * 5.5) * 60)
      const orders = Math.floor(Math.exp(random() * 11)) - 1
      return {
        title,
        document: toSearchDocument({
          name: title,
          source: SOURCES[Math.floor(random() ** 2 * SOURCES.length)] ?? SOURCES[0],
          category_id: 101 + 100 * Math.floor(random() * 16) + Math.floor(random() * 2),
          price,
          orders,
          orders_week: Math.floor(orders * random() * 0.05),
          rating: random() < 0.2 ? null : 3 + random() * 2,
          reviews_count: Math.floor(orders / 10),
          charges: 0,
          listings: Math.floor(random() * 1200),
          ship_froms: [random() < 0.8 ? 'CN' : 'US'],
          shipping: Object.fromEntries(
            MAIN_COUNTRIES.map((code) => [
              code,
              { cost: random() < 0.2 ? 0 : Math.floor(random() * 900), days: 4 + Math.floor(random() * 25) },
            ]),
          ),
          single: true,
          condition: 'new',
        }),
      }
    })
    names.push(...rows.map(({ title }) => title))
    const of = (pick: (row: (typeof rows)[number]) => unknown) => rows.map(pick)
    await client.query(
      `insert into catalog_products (source, source_product_id, name, price_min, price_max, rsp_price, profit, orders, rating, ship_froms, status, content_hash, images, shipping_cost, shipping_time_min, shipping_time_max)
      select 'cj', 'p' || (n + $2::int), name, 500, 900, 2000, 900, 10, 4.5, '{CN}', 'full', '\\x', array['https://pictures.test/' || n || '.webp'], 200, 5, 9 from unnest($1::text[]) with ordinality as t (name, n)`,
      [of(({ title }) => title), from],
    )
    await client.query(
      `insert into catalog_search (product_id, tags, score, price, profit, orders, ship_days, ship_cost, listings, rating, shipping)
      select n + $1::int, string_to_array(tags, ' '), score, price, profit, orders, days, cost, listings, rating, shipping::jsonb
      from unnest($2::text[], $3::real[], $4::int[], $5::int[], $6::bigint[], $7::smallint[], $8::int[], $9::int[], $10::real[], $11::text[]) with ordinality as t (tags, score, price, profit, orders, days, cost, listings, rating, shipping, n)`,
      [
        from,
        of(({ document }) => document.tags.join(' ')),
        of(({ document }) => document.score),
        of(({ document }) => document.price),
        of(({ document }) => document.profit),
        of(({ document }) => document.orders),
        of(({ document }) => document.ship_days),
        of(({ document }) => document.ship_cost),
        of(({ document }) => document.listings),
        of(({ document }) => document.rating),
        of(({ document }) => JSON.stringify(document.shipping)),
      ],
    )
  }
  // What cards of another country read.
  await client.query(
    `insert into catalog_quotes (product_id, country_code, ship_from, sku_id, quantity, ways, quoted_at)
    select id, 'DE', 'CN', '', 1, '[{"amount": 300, "min_days": 5, "max_days": 9}]', now() from catalog_products where id % 5 = 0`,
  )
  await client.query('delete from catalog_search_changes')
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const sql of [
    'create index catalog_search_tags on catalog_search using gin (tags) with (fastupdate = off)',
    'create index catalog_search_score on catalog_search (score desc, product_id desc)',
    ...['price', 'profit', 'orders'].map(
      (column) => `create index catalog_search_${column} on catalog_search (${column}, product_id)`,
    ),
    'create index catalog_search_days on catalog_search (ship_days, product_id)',
    'create index catalog_search_cost on catalog_search (ship_cost, product_id)',
    'analyze',
  ])
    await client.query(sql)
  await client.query('vacuum (freeze, analyze) catalog_search')
  return { names, words }
}

/** A million made by an earlier run. */
async function remember(client: pg.Client, random: () => number): Promise<Made> {
  const words = makeWords(random)
  const { rows } = await client.query<{ name: string }>('select name from catalog_products where id % 20 = 0')
  return { words, names: rows.map(({ name }) => name) }
}

interface Question {
  kind: string
  query: Record<string, string>
  tags: string[]
  sort: string
}
const FILTERS: [Record<string, string>, string][] = [
  [{ source: 'cj' }, 's:cj'],
  [{ category_id: '101' }, 'c:101'],
  [{ min_rating: '4.5' }, 'r:4.5'],
  [{ free_shipping: 'true' }, 'k:US:0'],
  [{ min_price: '1000', max_price: '3000' }, 'p:1'],
  [{ max_days: '8' }, 'd:US:8'],
]
const SORTS: [string, string][] = [
  ['relevant', 'score desc, product_id desc'],
  ['asc_price', 'price, product_id'],
  ['desc_profit', 'profit desc, product_id desc'],
  ['desc_lastest_volume', 'orders desc, product_id desc'],
  ['asc_shipping_time', 'ship_days, product_id'],
]

function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const letter = String.fromCharCode(97 + Math.floor(random() * 26))
  const [head, tail] = [word.slice(0, at), word.slice(at)]
  return (
    [
      head + tail.slice(1),
      head + letter + tail,
      head + letter + tail.slice(1),
      `${head}${tail[1] ?? ''}${tail[0]}${tail.slice(2)}`,
    ][Math.floor(random() * 4)] ?? word
  )
}

/**
 * The mix of design/search: two words 40 %, hot word 20 %, one slip 20 %, words that never meet 10 %, filters and order
 * alone 10 %.
 */
function ask({ names, words }: Made, random: () => number): Question {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // never empty
  const share = random()
  const [sort, order] = share >= 0.9 || random() < 0.3 ? pick(SORTS) : (SORTS[0] ?? ['relevant', ''])
  if (share < 0.4 || (share >= 0.6 && share < 0.8)) {
    const [one = '', two = ''] = wordsOf(pick(names)).sort(() => random() - 0.5)
    if (share < 0.4)
      return { kind: 'two words', query: { text: `${one} ${two}`, sort }, tags: [`w:${one}`, `w:${two}`], sort: order }
    return {
      kind: 'a slip',
      query: { text: `${one.length > 4 ? slip(one, random) : one} ${two}`, sort },
      tags: [`w:${one}`, `w:${two}`],
      sort: order,
    }
  }
  if (share < 0.6) {
    const word = words[Math.floor(random() * HALF)] ?? ''
    return { kind: 'a hot word', query: { text: word, sort }, tags: [`w:${word}`], sort: order }
  }
  if (share < 0.9) {
    const at = Math.floor(random() * (HALF / 2)) * 2
    const [one = '', two = ''] = [words[at], words[(at + 3) % HALF]]
    return {
      kind: 'never meet',
      query: { text: `${one} ${two}`, sort, exact: 'true' },
      tags: [`w:${one}`, `w:${two}`],
      sort: order,
    }
  }
  const chosen = [pick(FILTERS), pick(FILTERS)]
  return {
    kind: 'filters',
    query: { ...chosen[0]?.[0], ...chosen[1]?.[0], sort },
    tags: [...new Set(chosen.map(([, tag]) => tag))],
    sort: order,
  }
}

async function loop(seconds: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) {
        const from = performance.now()
        await work()
        times.push(performance.now() - from)
      }
    }),
  )
  return times.sort((a, b) => a - b)
}
/** Seconds that the clients need for all of them. */
async function eachOf(questions: readonly Question[], work: (question: Question) => Promise<void>): Promise<number> {
  const waiting = [...questions]
  const from = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
    }),
  )
  return (performance.now() - from) / 1000
}
const mean = (times: number[]) => times.reduce((sum, one) => sum + one, 0) / times.length
const at = (times: number[], part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

interface Found {
  items: { id: number }[]
  total: number
  facets: object | null
}

// What lies about by chance is no part of the index.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // what the flag adds

/** As an api process builds it, with nothing else to do. */
async function buildIndex(url: string): Promise<{ seconds: number; thread_ms: number; megabytes: number }> {
  const pool = createPool(url, 2)
  const held = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1e6
  }
  const before = held()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const from = performance.now()
  delay.enable()
  const log = { error: (...what: unknown[]) => console.error(...what) }
  const building = () => heldBitmaps({ db: scopedDb(pool, {}), key: url, log })
  while ((await building()) === null) await new Promise((resolve) => setTimeout(resolve, 50))
  const seconds = (performance.now() - from) / 1000
  delay.disable()
  const megabytes = held() - before
  ;(await building())?.dispose()
  await pool.end()
  return { seconds, thread_ms: delay.max / 1e6, megabytes }
}

/** A product becomes another's like, and one goes: how long until the list says so. */
async function followed(client: pg.Client, find: (query: Record<string, string>) => Promise<Found>): Promise<number> {
  // A word that no earlier run over the same products has written.
  const word = `changed${randomBytes(8)
    .toString('hex')
    .replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`
  const count = async () => (await find({ text: word, exact: 'true' })).total
  const { rows } = await client.query<{ product_id: string }>(
    `update catalog_search set tags = tags || array['w:' || $1]
    where product_id in (select product_id from catalog_search order by product_id limit 2) returning product_id`,
    [word],
  )
  const from = performance.now()
  while ((await count()) !== 2) await new Promise((resolve) => setTimeout(resolve, 20))
  const changed = performance.now() - from
  await client.query('delete from catalog_search where product_id = $1', [rows[0]?.product_id])
  const gone = performance.now()
  while ((await count()) !== 1) await new Promise((resolve) => setTimeout(resolve, 20))
  return Math.max(changed, performance.now() - gone) / 1000
}

export async function run(): Promise<boolean> {
  // BENCH_DIR keeps the million for another run.
  const kept = process.env['BENCH_DIR']
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'omni-search-'))
  if (kept) mkdirSync(kept, { recursive: true })
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  let stop = () => {}
  try {
    const url = postgres.url()
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    // Cut off when the database stops: what went wrong before is what has to be told.
    client.on('error', () => {})
    await client.connect()
    const random = seeded(7)
    const from = performance.now()
    const {
      rows: [full],
    } = await client.query<{ n: number }>('select count(*)::int as n from catalog_search')
    // A run takes one product away at its end.
    const isWhole = full !== undefined && full.n > 0 && full.n >= PRODUCTS - KEPT_RUNS
    const made = isWhole ? await remember(client, random) : await fill(client, random)
    const pool = createPool(url, 2)
    if (!isWhole) await scopedDb(pool, {}).tx((tx) => countTags(tx, new Date()))
    await pool.end()
    const { token } = await newSeller(url)
    console.log(
      `${PRODUCTS.toLocaleString('en')} products, ${made.words.length.toLocaleString('en')} words, ready after ${((performance.now() - from) / 1000).toFixed(0)} s`,
    )
    const built = await buildIndex(url)
    const port = await freePort()
    stop = (await startProcess('../apps/server/src/main.api.ts', url, { PORT: String(port) })).stop
    const get = async (path: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
        headers: { app: 'AO', authorization: `Bearer ${token}` },
      })
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
      return ((await reply.json()) as { data: Found }).data // our own contract
    }
    const find = (query: Record<string, string>) => get(`center/products/find?${new URLSearchParams(query)}`)
    while ((await find({})).facets === null) await new Promise((resolve) => setTimeout(resolve, 200))
    const plainPool = new pg.Pool({ connectionString: url, max: CLIENTS })
    const plain = async ({ tags, sort }: Question) => {
      await plainPool.query({
        text: `select product_id from catalog_search where tags @> $1::text[] order by ${sort} limit 21`,
        values: [tags],
      })
    }

    const kinds = new Map<string, number[]>()
    const ours = async () => {
      const question = ask(made, random)
      const start = performance.now()
      await find(question.query)
      const times = kinds.get(question.kind) ?? []
      kinds.set(question.kind, times)
      times.push(performance.now() - start)
    }
    const account = async () => {
      await get('auth/account')
    }
    await loop(WARM_UP_S, account)
    await loop(WARM_UP_S, ours)
    await loop(WARM_UP_S, () => plain(ask(made, random)))
    kinds.clear()
    const accountTimes = await loop(SECONDS, account)
    const oursTimes = await loop(SECONDS, ours)
    // Some questions take the plain way a thousand times as long as others: both are asked the same ones.
    const asked = Array.from({ length: COMPARED }, () => ask(made, random))
    const oursAll = await eachOf(asked, async ({ query }) => void (await find(query)))
    const plainAll = await eachOf(asked, plain)
    await plainPool.end()
    const say = (name: string, times: number[]) =>
      console.log(
        `${name.padEnd(12)} ${(times.length / SECONDS).toFixed(0).padStart(5)}/s  mean ${mean(times).toFixed(1)} ms  p50 ${at(times, 0.5).toFixed(1)}  p99 ${at(times, 0.99).toFixed(1)}  max ${(times.at(-1) ?? 0).toFixed(0)}`,
      )
    say('account', accountTimes)
    say('ours', oursTimes)
    for (const [kind, list] of kinds)
      say(
        `  ${kind}`,
        list.sort((a, b) => a - b),
      )
    const ratio = plainAll / oursAll
    console.log(
      `${COMPARED} questions: ours ${(COMPARED / oursAll).toFixed(0)}/s, the plain way ${(COMPARED / plainAll).toFixed(0)}/s`,
    )
    let [right, wanted] = [0, 0]
    // Of its own: how many questions were asked before must not decide which slips are made.
    const typing = seeded(11)
    for (let n = 0; n < TYPOS; n++) {
      // Words are searched for as often as they are written: one out of a title, not one out of the dictionary.
      const long = wordsOf(made.names[Math.floor(typing() * made.names.length)] ?? '').filter((one) => one.length >= 5)
      const word = long[Math.floor(typing() * long.length)]
      if (!word) {
        n--
        continue
      }
      const typed = slip(word, typing)
      const [good, bad] = await Promise.all([
        find({ text: word, sort: 'relevant', page_size: '10' }),
        find({ text: typed, sort: 'relevant', page_size: '10' }),
      ])
      const ids = new Set(good.items.map(({ id }) => id))
      wanted += ids.size
      right += bad.items.filter(({ id }) => ids.has(id)).length
    }
    const recall = right / wanted
    const follow_s = await followed(client, find)
    const [p99, yardstick] = [at(oursTimes, 0.99), at(accountTimes, 0.99)]
    const slowest = Math.max(...[...kinds.values()].map((list) => at(list, 0.99)))
    const results: [what: string, value: number, limit: number, least?: boolean][] = [
      ['p99 as a multiple of the account’s', p99 / yardstick, TARGETS.p99],
      ['p99 of the slowest class as a multiple of all', slowest / p99, TARGETS.class_p99],
      ['throughput as a multiple of the plain way’s', ratio, TARGETS.ratio, true],
      [`recall@10 of ${TYPOS} slips`, recall, TARGETS.recall, true],
      ['seconds to build the index', built.seconds, TARGETS.build_s],
      ['milliseconds the thread was kept meanwhile', built.thread_ms, TARGETS.thread_ms],
      ['megabytes of the index', built.megabytes, TARGETS.memory_mb],
      ['seconds until a change and a deletion are seen', follow_s, TARGETS.follow_s],
    ]
    for (const [what, value, limit, least] of results)
      console.log(`${what}: ${value.toFixed(value < 10 ? 3 : 1)} (at ${least ? 'least' : 'most'} ${limit})`)
    await client.end()
    return results.every(([, value, limit, least]) => (least ? value >= limit : value <= limit))
  } finally {
    stop()
    await postgres.stop()
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}
