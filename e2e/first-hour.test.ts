/** The first hour, with its clicks counted: no dead end on the way from the landing page to a product in a store. */
import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { mustBeQuiet, newestMail, sandboxUrl, signIn, sit } from './browser.ts'
import { NUMBER, openExample } from './example-shop.ts'
import { firstHour, newShop } from './first-hour.ts'

const IMPORT_CLICKS = 4
const STORE_CLICKS = 10
const LOOK_CLICKS = 3

test(
  'landing, own account, first priced import, first product in a store: few clicks, and the steps are marked',
  async () => {
    const seat = await sit()
    const { page } = seat
    const counted = await firstHour(page, { mailTo: newestMail, shop: await newShop(sandboxUrl()) })
    expect(counted.to_import).toBeLessThanOrEqual(IMPORT_CLICKS)
    expect(counted.to_store).toBeLessThanOrEqual(STORE_CLICKS)

    // What was done is marked, by itself.
    await page.goto('/app/guide-line')
    const step = (name: string): Locator => page.getByRole('listitem').filter({ hasText: name })
    await step('Find and import').getByText('Done').waitFor()
    await step('Push a product').getByText('Done').waitFor()
    // Keeping the free plan is a choice; the menu of a settled seller follows from the three steps.
    await step('Choose a plan').getByRole('link', { name: 'See plans' }).click()
    await page.getByRole('button', { name: 'Stay on Free' }).click()
    await page.getByText('You are on Free.').waitFor()
    await page.goto('/app/orders')
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    await expect.poll(() => menuOf(page)).toEqual(['Settings', 'Billing plan', 'Account linked stores'])
    mustBeQuiet(seat)
  },
  240_000 * inject('patience'),
)

async function menuOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /Account menu of/ }).click()
  const items = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return items.slice(0, 3)
}

test('the drawer is in the address: Back closes it, a reload keeps it, the focus returns to the card', async () => {
  const seat = await sit()
  const { page } = seat
  await signIn(page)
  await page.goto('/app/find-product')
  const card = page.locator('[data-card]').nth(1)
  const drawer = page.getByRole('dialog', { name: 'Product' })
  // A click on the picture opens the product; nothing is imported.
  await card
    .locator('img, [data-card-link]')
    .first()
    .click({ force: true, position: { x: 20, y: 20 } })
  await drawer.waitFor()
  const address = page.url()
  expect(address).toMatch(/[?&]detail=\w+(:|%3A)/)
  await page.reload()
  await drawer.waitFor()
  expect(page.url()).toBe(address)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(page.url()).not.toContain('detail=')
  await card.locator('[data-card-link]').click()
  await drawer.waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/app/find-product')
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-card-link'))).toBe(true)
  mustBeQuiet(seat)
})

test('the palette leads to records: the catalog when nothing of one’s own fits, never a path', async () => {
  const seat = await sit()
  const { page } = seat
  await signIn(page)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or jump to…' })
  await box.fill('lamp')
  await page.getByRole('option', { name: /Search the catalog for “lamp”/ }).waitFor()
  const options = await page.getByRole('option').allTextContents()
  expect(options.join(' ')).not.toContain('/app')
  await page.getByRole('option', { name: /Search the catalog/ }).click()
  await page.waitForURL('**/app/find-product?text=lamp')
  // The palette plays its way out; a key pressed before that would be typed into it.
  await box.waitFor({ state: 'hidden' })
  // What was chosen is offered first next time.
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recent' }).getByRole('option').first().waitFor()
  mustBeQuiet(seat)
})

test('help: searched, read and left for the screen it explains', async () => {
  const seat = await sit()
  const { page } = seat
  await page.goto('/public/help')
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('refund')
  await page.getByRole('link', { name: 'Cancel orders and get money back' }).click()
  await page.getByRole('heading', { name: 'Cancel orders and get money back', level: 1 }).waitFor()
  await signIn(page)
  await page.goto('/app/orders/cancel-refund')
  await page.getByRole('link', { name: 'Help about this page' }).click()
  await page.waitForURL('**/public/help/refunds')
  mustBeQuiet(seat)
})

test('landing, see it in 2 minutes: profit, an order and a parcel within three clicks', async () => {
  const number = await openExample()
  const seat = await sit()
  const { page } = seat
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks++
  }
  await page.goto('/')
  await click(page.getByRole('button', { name: 'See it in 2 minutes' }).first())
  await page.waitForURL('**/app')
  await page.getByText('1 of 4').waitFor()
  await page.getByText(/\$\d/).first().waitFor()
  await click(page.getByRole('button', { name: 'See the orders' }))
  await page.getByText(number).first().waitFor()
  await click(page.getByRole('button', { name: 'See the parcels' }))
  await page.getByText(NUMBER).first().waitFor()
  expect(clicks).toBeLessThanOrEqual(LOOK_CLICKS)
  // The last step leads to an account of one's own; closing it leaves the screen free.
  await page.getByRole('button', { name: 'Next', exact: true }).first().click()
  await page.getByRole('button', { name: 'Make it yours' }).click()
  await page
    .getByRole('dialog')
    .getByText(/empty workplace/)
    .waitFor()
  mustBeQuiet(seat)
})
