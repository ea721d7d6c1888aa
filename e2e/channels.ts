/** Two stores as a seller has them. Used by the journey, and in full by `npm run prove`. */
import pg from 'pg'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { call, mustBeQuiet, newAccount, sandboxUrl, signIn, sit } from './browser.ts'
import { newShop } from './first-hour.ts'

interface Size {
  /** Pushed to both stores. */
  products: number
  /** What the merchant sold before anybody was connected. */
  unmapped: number
}

const REFUSED = 2
const MOST_VARIANTS = 6
const SITE = 'pine'
/** Titles of what the merchant makes without a supplier end so. */
const OWN_GOODS = / No\. \d+$/
const PATIENCE_MS = 180_000 * inject('patience')

interface Card {
  source: string
  source_product_id: string
  status: string
  total_variants: number
}
interface Listing {
  listing_id: string
  store_id: string
  platform: string
  title: string
  state: string
  problem: string | null
  url: string | null
}

let me: Awaited<ReturnType<typeof newAccount>>
let shop: string
/** The merchant's own products that hold a SKU of ours. */
let holders: number[]

/** What a merchant does at a store, by the sandbox's control room. */
async function atStore<T>(vendor: string, action: string, input: object): Promise<T> {
  const reply = await fetch(`${sandboxUrl()}/control/vendors/${vendor}/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const said = await reply.text()
  expect(reply.ok, said).toBe(true)
  return (JSON.parse(said) as { result: T }).result // what the action answers
}

const ask = async <T>(path: string) => (await call('GET', path, me.token)) as T // the contract's shape
const listings = async (kind: 'mapped' | 'unmapped') =>
  (await ask<{ items: Listing[] }>(`/center/products/listings/${kind}?page_size=100`)).items
const inState = async (state: string) => (await listings('mapped')).filter((row) => row.state === state).length

/** A plan with room for the listings, pushed in bulk: buying one is another journey. */
async function giveBasic(email: string): Promise<void> {
  const operator = new pg.Client({ connectionString: (await startPostgres(inject('dataDir'))).url('omni') })
  await operator.connect()
  try {
    await operator.query(`update users set plan_id = 'basic_monthly' where email = $1`, [email])
  } finally {
    await operator.end()
  }
}

/**
 * The catalogue fills by itself: small products, so that the push is about their number. What the merchant sold before
 * may have its SKU in the store already.
 */
async function importSmall(products: number, resold: ReadonlySet<string>): Promise<void> {
  const small: Card[] = []
  const enough = async () => {
    small.length = 0
    for (const source of ['zopi', 'cj', 'aliexpress']) {
      const { items } = await ask<{ items: Card[] }>(`/center/products/find?page_size=100&source=${source}`)
      small.push(
        ...items.filter(
          (card) =>
            card.status === 'full' && card.total_variants <= MOST_VARIANTS && !resold.has(card.source_product_id),
        ),
      )
    }
    return small.length
  }
  await expect.poll(enough, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(products)
  const rows = small
    .slice(0, products)
    .map(({ source, source_product_id }, n) => ({ line: n + 1, source, product_id: source_product_id }))
  await call('POST', '/center/products/import/run', me.token, { rows })
  const imported = async () => (await ask<{ total: number }>('/center/products/import/listing?page_size=1')).total
  await expect.poll(imported, { timeout: PATIENCE_MS }).toBe(products)
}

/** Two SKUs of ours are taken in the store, which refuses a second one of a kind. */
async function takeSkus(): Promise<void> {
  const { ids } = await atStore<{ ids: number[] }>('woocommerce', 'stock_shop', { site: SITE, count: REFUSED })
  const { items } = await ask<{ items: { product_id: string }[] }>(
    `/center/products/import/listing?page_size=${REFUSED}`,
  )
  for (const [n, { product_id }] of items.entries()) {
    const { product } = await ask<{ product: { variants: { sku: string }[] } }>(`/center/products/${product_id}`)
    await atStore('woocommerce', 'change_sku', { site: SITE, id: ids[n], sku: product.variants[0]?.sku })
  }
  holders = ids
}

async function prepare({ products, unmapped }: Size): Promise<void> {
  me = await newAccount('Lena')
  await giveBasic(me.email)
  shop = await newShop(sandboxUrl())
  await atStore('woocommerce', 'make_site', { site: SITE, name: 'Pine Home' })
  const { resold } = await atStore<{ resold: Card[] }>('woocommerce', 'resell_goods', { site: SITE, count: unmapped })
  await importSmall(products, new Set(resold.map(({ source_product_id }) => source_product_id)))
  await takeSkus()
}

async function connectBoth(page: Page): Promise<void> {
  await page.goto('/app/channel')
  await page.getByRole('button', { name: /connect.*shopify/i }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(shop)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await page.waitForURL(/oauth\/authorize/)
  await page.getByRole('button', { name: /allow|install/i }).click()
  await page.waitForURL('**/app/channel*')
  await page.getByText(shop).first().waitFor()

  await page.getByRole('button', { name: /connect.*woo/i }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(`${sandboxUrl()}/woocommerce/${SITE}`)
  const made = await atStore<{ consumer_key: string; consumer_secret: string }>('woocommerce', 'make_key', {
    site: SITE,
    permissions: 'read_write',
  })
  await page.getByRole('dialog').getByRole('textbox', { name: 'Key', exact: true }).fill(made.consumer_key)
  await page.getByRole('dialog').getByLabel('Secret of the key').fill(made.consumer_secret)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Pine Home').first().waitFor()
}

async function pushAll(page: Page, { products }: Size): Promise<void> {
  await page.goto('/app/products-import')
  await page.locator('thead input[type=checkbox]').first().check()
  await page.getByRole('button', { name: /^push/i }).first().click()
  const drawer = page.getByRole('dialog', { name: `Push ${products} products` })
  for (const store of [shop, 'Pine Home']) {
    const chosen = drawer.getByRole('switch', { name: new RegExp(store, 'i') })
    await chosen.waitFor()
    if (!(await chosen.isChecked())) await chosen.check({ force: true })
  }
  await drawer.getByRole('button', { name: /^push/i }).last().click()
  await drawer.waitFor({ state: 'detached' })
}

/** The merchant gives the SKUs free, and the seller tries again. */
async function fixRefused(page: Page, { products }: Size): Promise<void> {
  const wanted = { up: 2 * products - REFUSED, refused: REFUSED, other: [] }
  const states = async () => {
    const rows = await listings('mapped')
    const problems = rows.filter(({ state }) => state === 'refused').map(({ problem }) => problem ?? '')
    const other = problems.filter((problem) => !problem.includes('SKU'))
    return { up: rows.filter(({ state }) => state === 'idle').length, refused: problems.length, other }
  }
  await expect.poll(states, { timeout: PATIENCE_MS, interval: 1000 }).toEqual(wanted)
  await page.goto('/app/list?state=refused')
  await expect.poll(() => page.locator('tbody').getByText(/SKU/).count()).toBeGreaterThanOrEqual(REFUSED)
  for (const [n, id] of holders.entries())
    await atStore('woocommerce', 'change_sku', { site: SITE, id, sku: `MINE-${n + 1}` })
  for (let left = REFUSED; left > 0; left--) {
    await page
      .getByRole('button', { name: /^Try again:/ })
      .first()
      .click()
    await expect.poll(() => inState('refused')).toBe(left - 1)
  }
  await expect.poll(() => inState('idle'), { timeout: PATIENCE_MS, interval: 1000 }).toBe(2 * products)
  const told = async () => {
    const { entries } = await ask<{ entries: { run_id: string; failed: number }[] }>('/center/products/jobs')
    const runs = new Set(entries.flatMap(({ run_id, failed }) => (failed > 0 ? [run_id] : [])))
    const failures: string[] = []
    for (const run_id of runs) {
      const { rows } = await ask<{ rows: { error: string }[] }>(`/center/products/jobs/${run_id}/rows`)
      failures.push(...rows.map(({ error }) => error))
    }
    return failures
  }
  await expect.poll(told).toHaveLength(REFUSED)
  // Two sentences, the store's with the SKU and its holder, and ours: one full stop after each.
  for (const text of await told()) expect(text).toMatch(/SKU: \S+ \(#\d+ .+\)\. Change/)
}

async function editInStore(page: Page): Promise<void> {
  await page.goto('/app/list')
  const [one] = (await listings('mapped')).filter(({ platform }) => platform === 'shopify')
  expect(await (await fetch(one?.url ?? '')).text()).toContain(one?.title.slice(0, 12))
  const product = new URL(one?.url ?? '').pathname.split('/').at(-1) ?? ''
  const edit = { shop: `${shop}.myshopify.com`, product, title: 'Renamed in the shop' }
  await atStore('shopify', 'edit_product', edit)
  const titles = async () => (await listings('mapped')).map(({ title }) => title)
  await expect.poll(titles, { timeout: PATIENCE_MS }).toContain(edit.title)
  // The open page shows it by itself.
  await page.getByText(edit.title).first().waitFor({ timeout: PATIENCE_MS })
}

async function mapUnmapped(page: Page, { unmapped }: Size): Promise<void> {
  const bought = async () => (await listings('unmapped')).filter(({ title }) => !OWN_GOODS.test(title))
  await expect.poll(async () => (await bought()).length, { timeout: PATIENCE_MS }).toBe(unmapped)
  const rows = await bought()
  const guesses = async () => {
    const of = ({ listing_id }: Listing) => `/center/products/listings/${listing_id}/suggestions`
    const found = await Promise.all(rows.map((row) => ask<{ items: object[] }>(of(row))))
    return found.filter(({ items }) => items.length > 0).length
  }
  // The catalogue fills beside the other journeys; what is not in it yet is nobody's suggestion.
  await expect.poll(guesses, { timeout: 2 * PATIENCE_MS, interval: 2000 }).toBe(unmapped)
  const before = (await listings('mapped')).length
  await page.goto('/app/list?tab=unmapped')
  await page.locator('thead input[type=checkbox]').first().check()
  await page.getByRole('button', { name: 'Map as suggested' }).click()
  const panel = page.getByRole('dialog', { name: /Suppliers for store products/ })
  const ticks = panel.getByRole('checkbox', { name: /^Take the suggestion for/, disabled: false })
  await expect.poll(() => ticks.count(), { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(unmapped)
  // Likely ones are ticked; the seller looks at the others, and leaves out what never had a supplier.
  for (const tick of await ticks.all()) {
    const isOwn = OWN_GOODS.test((await tick.getAttribute('aria-label')) ?? '')
    await tick.setChecked(!isOwn)
  }
  await panel.getByRole('button', { name: `Go on with ${unmapped}` }).click()
  await panel.waitFor({ state: 'detached' })
  const mapped = async () => (await listings('mapped')).length - before
  await expect.poll(mapped, { timeout: PATIENCE_MS, interval: 1000 }).toBe(unmapped)
}

/** Connect both stores, push to both, fix two refusals, edit in a store, map what was sold before. */
export async function sellInBoth(size: Size): Promise<void> {
  await prepare(size)
  const seat = await sit()
  await signIn(seat.page, me)
  await connectBoth(seat.page)
  await pushAll(seat.page, size)
  await fixRefused(seat.page, size)
  await editInStore(seat.page)
  await mapUnmapped(seat.page, size)
  mustBeQuiet(seat)
}
