/** What brings a seller from one place to another: the address, the palette, the help. */
import { expect, test } from 'vitest'
import { mustBeQuiet, signIn, sit } from './browser.ts'

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
