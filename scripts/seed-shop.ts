/**
 * The demo account's shop, once: two stores of the sandbox are connected, products imported and pushed, by the product's
 * own calls, and customers buy there, while people look around already. Some suppliers change their prices beyond belief.
 * Killed anywhere, the next start goes on: each step looks at what is there.
 */
import {
  CONSENT_SOURCE_IDS,
  EXTENSION_SOURCE_IDS,
  HOUSE_SOURCE_ID,
  ORDER_SOURCE_IDS,
  SOURCE_IDS,
} from '@omni/domain/vendors/manifest.ts'
import pg from 'pg'
import { seedChanges } from './seed-changes.ts'
import { type Call, DEMO_SHOP, DEMO_SITE } from './demo-shops.ts'
import { DEMO } from './seed-demo.ts'
import { ORDER_STEPS } from './seed-orders.ts'
import { seedPlan } from './seed-plan.ts'

/** Where we order by the supplier's API: our own, and those that a seller lets us into on a page of theirs. */
const BY_API = ORDER_SOURCE_IDS.filter((id) => CONSENT_SOURCE_IDS.some((consent) => consent === id))
const BY_HAND = SOURCE_IDS.filter((id) => !ORDER_SOURCE_IDS.some((order) => order === id))
/** So many of each are imported: most can be bought by API, some in one's own browser, a few by hand. */
const WANTED: readonly (readonly [source: string, products: number])[] = [
  [HOUSE_SOURCE_ID, 30],
  ...BY_API.map((id) => [id, 22] as const),
  ...EXTENSION_SOURCE_IDS.map((id) => [id, 4] as const),
  ...BY_HAND.map((id) => [id, 4] as const),
]
const PRODUCTS = WANTED.reduce((sum, [, products]) => sum + products, 0)
/** Most of them go to both stores, the rest waits in the import list. */
const PUSHED = 60
/** A product of a thousand variants takes a store minutes. */
const MOST_VARIANTS = 100
const OWN_GOODS = 8
const CATALOGUE_TRIES = 40
const PAUSE_MS = 1000

interface Place {
  omni: string
  sandbox: string
  database_url: string
}
interface Store {
  id: string
  platform: string
  status: string
}
interface Card {
  source: string
  source_product_id: string
}

export async function seedShop({ omni, sandbox, database_url }: Place): Promise<void> {
  const operator = new pg.Client({ connectionString: database_url })
  // A lost connection fails the next statement; without a listener it would end the process that runs everything.
  operator.on('error', () => {})
  await operator.connect()
  try {
    const act = (vendor: string, action: string, input: object) =>
      post(`${sandbox}/control/vendors/${vendor}/actions/${action}`, input)
    // Before a store is there: afterwards a plan would be on that store's invoice.
    await once(operator, 'plan_seeded', async () => seedPlan(await signIn(omni), act))
    await once(operator, 'shop_seeded', () => openShop(omni, sandbox))
    await once(operator, 'orders_seeded', async () => {
      const call = await signIn(omni)
      for (const [name, step] of Object.entries(ORDER_STEPS))
        await once(operator, `orders_seeded_${name}`, () => step(call, act))
    })
    await once(operator, 'changes_seeded', async () => seedChanges(await signIn(omni), act, () => watchNow(operator)))
    await showToGuests(operator)
  } finally {
    await operator.end()
  }
}

/** From now on guests get a copy of it (features/example-shop): of the demo's workplaces, the one that sells. */
export async function showToGuests(operator: pg.Client): Promise<void> {
  await operator.query(
    `insert into operator_settings (key, value)
     select 'example_shop', jsonb_build_object('workplace_id', w.workplace_id, 'user_id', u.user_id)
     from users u join workplace_members m using (user_id) join workplaces w using (workplace_id)
     where u.email = $1
     order by (select count(*) from orders o where o.workplace_id = w.workplace_id) desc, w.created_at limit 1
     on conflict (key) do update set value = excluded.value`,
    [DEMO.email],
  )
  await operator.query(
    `select enqueue_job('example.keep', '{}'::json, 'example.keep:all', 3, now(), 'example.keep', 0)`,
  )
}

/** The next look at what changed at the suppliers would be within five minutes. */
async function watchNow(operator: pg.Client): Promise<void> {
  await operator.query(
    `select enqueue_job('products.watch', json_build_object('workplace_id', m.workplace_id),
       'products.watch:' || m.workplace_id, 5, now(), null, 0)
     from users u join workplace_members m using (user_id) where u.email = $1
       and exists (select from products p where p.workplace_id = m.workplace_id)`,
    [DEMO.email],
  )
}

/** Guests get an empty workplace; a running worker takes the copy away within half an hour, a new one at its start. */
export async function hideFromGuests(database_url: string): Promise<void> {
  const operator = new pg.Client({ connectionString: database_url })
  await operator.connect()
  await operator.query(`delete from operator_settings where key = 'example_shop'`).finally(() => operator.end())
}

async function once(operator: pg.Client, key: string, work: () => Promise<void>): Promise<void> {
  const { rowCount } = await operator.query(`select 1 from operator_settings where key = $1`, [key])
  if (rowCount) return
  await work()
  await operator.query(
    `insert into operator_settings (key, value) values ($1, to_jsonb(now())) on conflict do nothing`,
    [key],
  )
}

async function signIn(omni: string): Promise<Call> {
  const { token } = (await ask(omni, '', 'POST', '/auth/login', DEMO)) as { token: string } // the contract's shape
  return (method, path, body) => ask(omni, token, method, path, body)
}

async function openShop(omni: string, sandbox: string): Promise<void> {
  const call = await signIn(omni)
  const stores = async () =>
    ((await call('GET', '/stores/list-store')) as { items: Store[] }).items.filter(({ status }) => status === 'active') // the same
  const isThere = async (platform: string) => (await stores()).some((store) => store.platform === platform)

  if (!(await isThere(DEMO_SHOP.platform))) await connect(call, DEMO_SHOP.platform, DEMO_SHOP.where.shop)
  if (!(await isThere(DEMO_SITE.platform))) {
    await post(`${sandbox}/control/vendors/${DEMO_SITE.platform}/actions/resell_goods`, {
      ...DEMO_SITE.where,
      count: OWN_GOODS,
    })
    // It would hand its keys to an https address alone: its manager makes and copies one.
    const { result } = (await post(`${sandbox}/control/vendors/${DEMO_SITE.platform}/actions/make_key`, {
      ...DEMO_SITE.where,
      permissions: 'read_write',
    })) as { result: { consumer_key: string; consumer_secret: string } } // the sandbox's own answer
    const { consumer_key: key, consumer_secret: secret } = result
    const shop = `${sandbox}/${DEMO_SITE.address}`
    await call('POST', `/auth/platform/${DEMO_SITE.platform}/keys`, { shop, key, secret })
  }
  const { accounts } = (await call('GET', '/core/accounts/sources')) as { accounts: { source: string }[] } // the same
  for (const source of BY_API)
    if (!accounts.some((account) => account.source === source)) await allowSupplier(call, source)
  const import_data = await waitForProducts(call)
  await call('POST', '/center/products/import-all', { import_data })
  const list = (await call('GET', `/center/products/elastic-products?page_size=${PRODUCTS}`)) as {
    items: { product_id: string; enabled_variants: number }[]
  } // the same
  const product_ids = list.items
    .filter(({ enabled_variants }) => enabled_variants <= MOST_VARIANTS)
    .map(({ product_id }) => product_id)
    .slice(0, PUSHED)
  const store_ids = (await stores()).map(({ id }) => id)
  await call('POST', '/center/products/push-multiple-channel', { product_ids, store_ids })
}

/** Through the platform's own consent page, as its owner would. */
async function connect(call: Call, platform: string, shop: string): Promise<void> {
  const { url } = (await call('POST', `/auth/platform/${platform}/link`, { shop })) as { url: string } // the contract's shape
  const form = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), decision: 'allow' })
  const reply = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const back = reply.headers.get('location')
  if (!back) throw new Error(`${platform} did not lead back: ${reply.status}`)
  const query = Object.fromEntries(new URL(back, url).searchParams)
  await call('POST', `/auth/platform/${platform}/install`, { query })
}

/** The catalogue fills by itself from the sandbox's suppliers. In a small world some sell fewer: it goes on without. */
async function waitForProducts(call: Call): Promise<{ source: string; product_id: string }[]> {
  const found: { source: string; product_id: string }[] = []
  let tries = 0
  for (const [source, products] of WANTED)
    for (; ; tries++) {
      const { items } = (await call('GET', `/center/products/find?source=${source}&page_size=${products}`)) as {
        items: Card[]
      } // the same
      if (items.length < products && tries < CATALOGUE_TRIES) {
        await new Promise((done) => setTimeout(done, PAUSE_MS))
        continue
      }
      found.push(...items.map(({ source_product_id }) => ({ source, product_id: source_product_id })))
      break
    }
  return found
}

/** Through the supplier's own page, as the seller would. */
async function allowSupplier(call: Call, source: string): Promise<void> {
  const { url } = (await call('GET', `/core/${source}/url-login`)) as { url: string } // the contract's shape
  const page = await (await fetch(url)).text()
  const fields = [...page.matchAll(/<input type="(?:hidden|radio)" name="(\w+)" value="([^"]*)"/g)].toReversed()
  // Of several accounts the first.
  const form = new URLSearchParams(
    Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')])),
  )
  form.set('decision', 'allow')
  const reply = await fetch(url.split('?')[0] ?? '', { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(reply.headers.get('location') ?? url).searchParams
  await call('POST', `/core/${source}/finish-login`, { code: back.get('code') ?? '', state: back.get('state') ?? '' })
}

async function ask(omni: string, token: string, method: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${omni}/api${path}`, {
    method,
    headers: {
      app: 'AO',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { success, message, data } = (await reply.json()) as { success: boolean; message: string; data: unknown } // every reply is one
  if (!success) throw new Error(`${path}: ${message}`)
  return data
}

async function post(url: string, body: object): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
  return reply.json()
}
