/** The first hour, with its clicks counted: no dead end on the way from the landing page to a product in a store. */
import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { mustBeQuiet, newestMail, sandboxUrl, sit } from './browser.ts'
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
