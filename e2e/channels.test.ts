import { beforeAll, expect, test } from 'vitest'
import { call, mustBeQuiet, newAccount, sandboxUrl, signIn, sit } from './browser.ts'

let me: Awaited<ReturnType<typeof newAccount>>
const SHOP = 'fjord-living'

interface Card {
  source: string
  source_product_id: string
}

/** The catalogue fills by itself; a handful of products is enough here. */
beforeAll(async () => {
  me = await newAccount('Lena')
  let items: Card[] = []
  for (let n = 0; items.length < 4 && n < 240; n++) {
    await new Promise((done) => setTimeout(done, 500))
    items = ((await call('GET', '/center/products/find?page_size=4&source=zopi', me.token)) as { items: Card[] }).items // the contract's shape
  }
  const import_data = items.map(({ source, source_product_id }) => ({ source, product_id: source_product_id }))
  await call('POST', '/center/products/import-all', me.token, { import_data })
}, 150_000)

test('connect both stores, push, edit in the store and see it back', async () => {
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
  await page.locator('input[type=checkbox]').first().check()
  await page.getByRole('button', { name: /^push/i }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByText(/ready|worth a look/i)
    .first()
    .waitFor()
  for (const store of await drawer.getByRole('switch', { name: /fjord|northwind/i }).all())
    if (!(await store.isChecked())) await store.check({ force: true })
  await drawer.getByRole('button', { name: /^push/i }).last().click()
  await drawer.waitFor({ state: 'detached' })

  await page.goto('/app/list')
  await expect.poll(() => page.locator('tbody').getByText('Up to date').count(), { timeout: 90_000 }).toBe(8)
  const { items } = (await call('GET', '/center/products/listings/mapped?page_size=50', me.token)) as {
    items: { title: string; platform: string; url: string | null }[]
  } // the contract's shape
  const [one] = items.filter(({ platform }) => platform === 'shopify')
  const shown = await (await fetch(one?.url ?? '')).text()
  expect(shown).toContain(one?.title.slice(0, 12))

  const product = new URL(one?.url ?? '').pathname.split('/').at(-1) ?? ''
  const edit = { shop: `${SHOP}.myshopify.com`, product, title: 'Renamed in the shop' }
  const edited = await fetch(`${sandboxUrl()}/control/vendors/shopify/actions/edit_product`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(edit),
  })
  expect(edited.ok, await edited.text()).toBe(true)
  const titles = async () =>
    (
      (await call('GET', '/center/products/listings/mapped?page_size=50', me.token)) as { items: { title: string }[] }
    ).items // the contract's shape
      .map(({ title }) => title)
  await expect.poll(titles, { timeout: 60_000 }).toContain(edit.title)
  // The open page shows it by itself.
  await page.getByText(edit.title).first().waitFor({ timeout: 60_000 })
  mustBeQuiet(seat)
}, 240_000)
