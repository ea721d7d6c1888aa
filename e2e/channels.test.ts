import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seedPlan } from '../scripts/seed-plan.ts'
import { call, mustBeQuiet, newAccount, sandboxUrl, signIn, sit } from './browser.ts'

let me: Awaited<ReturnType<typeof newAccount>>
const SHOP = 'fjord-living'
const PRODUCTS = 30
const RESOLD = 20
/** Of the thirty: no shop takes a price of nothing. */
const UNPRICED = 2
/** Some suppliers sell a thing in a thousand variants; those are left out here. */
const [SPARE, MOST_VARIANTS] = [6, 60]

interface Card {
  source: string
  source_product_id: string
  status: string
}

interface Row {
  product_id: string
  revision: number
  enabled_variants: number
}

const control = async (vendor: string, action: string, input: object) => {
  const reply = await fetch(`${sandboxUrl()}/control/vendors/${vendor}/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(reply.ok, await reply.text()).toBe(true)
}

const importList = async () =>
  ((await call('GET', '/center/products/import/listing?page_size=50', me.token)) as { items: Row[] }).items

/** Thirty products in the import list, two of them without a price; and a shop that sold goods of suppliers before. */
beforeAll(async () => {
  me = await newAccount('Lena')
  let cards: Card[] = []
  for (let n = 0; cards.length < PRODUCTS + SPARE && n < 480; n++) {
    await new Promise((done) => setTimeout(done, 500))
    const { items } = (await call('GET', '/center/products/find?page_size=60&source=zopi', me.token)) as {
      items: Card[]
    } // the contract's shape, here and below
    cards = items.filter(({ status }) => status === 'full').slice(0, PRODUCTS + SPARE)
  }
  const import_data = cards.map(({ source, source_product_id }) => ({ source, product_id: source_product_id }))
  await call('POST', '/center/products/import-all', me.token, { import_data })
  while ((await importList()).length < import_data.length) await new Promise((done) => setTimeout(done, 500))
  const rows = await importList()
  const large = rows.filter(({ enabled_variants }) => enabled_variants > MOST_VARIANTS)
  const rest = rows.filter((row) => !large.includes(row)).slice(PRODUCTS)
  const ids = [...large, ...rest].map(({ product_id }) => product_id)
  await call('DELETE', '/center/products/import/delete', me.token, { selection: { ids } })
  await seedPlan((method, path, body) => call(method, path, me.token, body), control)
  for (const { product_id, revision } of (await importList()).slice(0, UNPRICED)) {
    const { product } = (await call('GET', `/center/products/${product_id}`, me.token)) as {
      product: { variants: { variant_id: string }[] }
    }
    await call('PUT', `/center/products/${product_id}`, me.token, {
      save_id: crypto.randomUUID(),
      client_id: 'journey',
      base_revision: revision,
      changes: Object.fromEntries(product.variants.map(({ variant_id }) => [`variants/${variant_id}/price`, 0])),
    })
  }
  await control('woocommerce', 'resell_goods', { site: 'demo', count: RESOLD })
}, 300_000)

const STORES = /fjord|northwind/i
const WITHIN = { timeout: 60_000 }

/** The drawer for the whole import list, both stores switched on and checked. */
async function openPush(page: Page) {
  await page.locator('input[type=checkbox]').first().check()
  await page.getByRole('button', { name: /^push/i }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('switch', { name: STORES }).first().waitFor()
  for (const store of await drawer.getByRole('switch', { name: STORES }).all())
    if (!(await store.isChecked())) await store.check({ force: true })
  await drawer
    .getByText(/^(ready|worth a look|blocked)$/i)
    .first()
    .waitFor()
  await expect.poll(() => drawer.getByText('Checking').count(), WITHIN).toBe(0)
  return drawer
}

async function pushAll(page: Page, blocked: number): Promise<void> {
  const drawer = await openPush(page)
  await drawer.getByText(`${blocked} blocked`, { exact: true }).waitFor()
  await drawer.getByRole('button', { name: /^push/i }).last().click()
  // The drawer stays for what it left out.
  if (blocked === 0) await drawer.waitFor({ state: 'detached' })
  else await expect.poll(() => drawer.getByRole('link', { name: 'Fix it' }).count(), WITHIN).toBe(blocked * 2)
}

/** All that is not mapped and has a suggestion. How many that were. */
async function mapAsSuggested(page: Page): Promise<number> {
  await page.goto('/app/list?tab=unmapped')
  await page
    .getByRole('checkbox', { name: /select all/i })
    .first()
    .check()
  await page.getByRole('button', { name: 'Map as suggested' }).click()
  const panel = page.getByRole('dialog')
  const boxes = panel.getByRole('checkbox', { name: /^Take the suggestion/ })
  await boxes.first().waitFor()
  // Likely ones tick themselves when their suggestion is there.
  await expect.poll(() => panel.getByText('Looking for suppliers').count(), { timeout: 180_000 }).toBe(0)
  let ticked = 0
  for (const box of await boxes.all()) {
    if (!(await box.isEnabled())) continue
    if (!(await box.isChecked())) await box.check()
    ticked++
  }
  if (ticked > 0) await panel.getByRole('button', { name: `Go on with ${ticked}` }).click()
  return ticked
}

interface Listed {
  title: string
  platform: string
  url: string | null
  state: string
  product_id: string | null
}
const listings = async (which: 'mapped' | 'unmapped') =>
  ((await call('GET', `/center/products/listings/${which}?page_size=100`, me.token)) as { items: Listed[] }).items
const upToDate = async () => (await listings('mapped')).filter(({ state }) => state === 'idle').length

test('connect both stores, push thirty, put two right, edit in the store and see it back, map what was sold before', async () => {
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)

  await page.goto('/app/channel')
  await page.getByRole('button', { name: /connect.*shopify/i }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(SHOP)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await page.waitForURL(/oauth\/authorize/)
  await page.getByRole('button', { name: /allow|install/i }).click()
  await page.waitForURL('**/app/channel*')
  await page.getByText('Fjord Living').first().waitFor()

  await page.getByRole('button', { name: /connect.*woo/i }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(`${sandboxUrl()}/woocommerce/demo`)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await page.waitForURL(/wc-auth/)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/app/channel*')
  await page.getByText('Northwind Home').first().waitFor()

  await page.goto('/app/products-import')
  await pushAll(page, UNPRICED)
  await page.goto('/app/list')
  await expect.poll(upToDate, { timeout: 180_000 }).toBe((PRODUCTS - UNPRICED) * 2)

  // What was left out is put right where the check says, and follows.
  for (let left = UNPRICED; left > 0; left--) {
    await page.goto('/app/products-import')
    const drawer = await openPush(page)
    await drawer.getByRole('link', { name: 'Fix it' }).first().click()
    await page.getByRole('button', { name: /^Price [\d,]+ by rule$/ }).click()
    const rule = page.getByRole('dialog', { name: 'Price by your rule' })
    await rule.getByRole('button', { name: /^Change [\d,]+ prices?$/ }).click()
    await page
      .getByText(/^All changes saved/)
      .first()
      .waitFor()
  }
  await page.goto('/app/products-import')
  await pushAll(page, 0)
  await page.goto('/app/list')
  await page.locator('tbody').getByText('Up to date').first().waitFor()
  await expect.poll(upToDate, { timeout: 90_000 }).toBe(PRODUCTS * 2)
  const [one] = (await listings('mapped')).filter(({ platform }) => platform === 'shopify')
  const shown = await (await fetch(one?.url ?? '')).text()
  expect(shown).toContain(one?.title.slice(0, 12))

  const product = new URL(one?.url ?? '').pathname.split('/').at(-1) ?? ''
  const edit = { shop: `${SHOP}.myshopify.com`, product, title: 'Renamed in the shop' }
  await control('shopify', 'edit_product', edit)
  await page.getByText('Renamed in the shop').first().waitFor({ timeout: 60_000 })

  // What the second store sold before is bought from suppliers: as suggested, and what is not known yet a little later.
  await expect.poll(async () => (await listings('unmapped')).length, WITHIN).toBe(RESOLD)
  for (let left = RESOLD; left > 0; left = (await listings('unmapped')).length) {
    const ticked = await mapAsSuggested(page)
    if (ticked === 0) await page.waitForTimeout(5_000)
    else await expect.poll(async () => (await listings('unmapped')).length, WITHIN).toBe(left - ticked)
  }
  expect(await listings('mapped')).toHaveLength(PRODUCTS * 2 + RESOLD)
  mustBeQuiet(seat)
}, 600_000)
