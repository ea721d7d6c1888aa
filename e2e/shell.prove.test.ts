import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { call, mustBeQuiet, newAccount, omniUrl, signIn, sit } from './browser.ts'

test('workplaces: create, switch without a reload, rename, delete by name; the last one stays', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)
  await page.evaluate(() => {
    Object.assign(window, { stillTheSamePage: true })
  })
  await page.goto('/app/setting')
  await page.evaluate(() => {
    Object.assign(window, { stillTheSamePage: true })
  })
  await page.getByLabel('New workplace').fill('Second shop')
  await page.keyboard.press('Enter')
  await page.getByText('Second shop').first().waitFor()
  await page
    .getByRole('button', { name: /^Workplace/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /Second shop/ }).click()
  await page.waitForURL('**/app')
  await page
    .getByRole('button', { name: /Second shop/ })
    .first()
    .waitFor()
  expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true)
  await page.goto('/app/setting')
  await page.getByRole('button', { name: 'Delete Second shop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Second shop')
  await dialog.getByRole('button', { name: /delete/i }).click()
  await expect
    .poll(async () => ((await call('GET', '/auth/account', me.token)) as { workplaces: object[] }).workplaces.length)
    .toBe(1) // user info
  mustBeQuiet(seat)
})

test('Arabic: the page is mirrored, in Arabic, and stays so after a reload and on another device', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)
  await page.getByRole('button', { name: 'Language' }).click()
  await page
    .getByRole('menuitem', { name: 'العربية' })
    .or(page.getByRole('menuitemradio', { name: 'العربية' }))
    .click()
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
  const sidebar = await page.getByRole('navigation').first().boundingBox()
  expect(sidebar?.x ?? 0).toBeGreaterThan(640)
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar')
  await expect
    .poll(async () => ((await call('GET', '/auth/account', me.token)) as { language: string }).language)
    .toBe('ar') // user info
  const other = await sit()
  await other.page.goto('/login')
  await other.page.getByLabel('E-mail').fill(me.email)
  await other.page.getByLabel('Password', { exact: true }).fill(me.password)
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => other.page.locator('html').getAttribute('dir')).toBe('rtl')
  mustBeQuiet(seat, other)
})

test('two tabs: what one marks as read disappears from the bell of the other; undo brings it back', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page: one } = seat
  await signIn(one, me)
  const two = await seat.context.newPage()
  await two.goto('/app')
  await two.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  await one.goto('/app/notifications')
  await one.getByRole('button', { name: 'Mark all as read' }).click()
  await two.getByRole('button', { name: /^Notifications, (1 unread|0 unread)$/ }).waitFor()
  await expect
    .poll(
      async () =>
        ((await call('GET', '/core/list-notification', me.token)) as { unread: { total: number } }).unread.total,
    )
    .toBe(0) // the list
  await one.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(
      async () =>
        ((await call('GET', '/core/list-notification', me.token)) as { unread: { total: number } }).unread.total,
    )
    .toBe(1) // the list
  mustBeQuiet(seat)
})

test('by keyboard: command palette to a page, help, theme', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or jump to…').last().fill('notification settings')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/setting/notification')
  // The palette plays its way out and gives the focus back; a key pressed before that would be typed into it.
  await page.getByPlaceholder('Search or jump to…').last().waitFor({ state: 'hidden' })
  await expect
    .poll(
      async () => {
        await page.keyboard.press('?')
        return page
          .getByRole('dialog')
          .getByText(/shortcuts/i)
          .first()
          .isVisible()
      },
      { interval: 500, timeout: 15_000 * inject('patience') },
    )
    .toBe(true)
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog')
    .getByText(/shortcuts/i)
    .first()
    .waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or jump to…').last().fill('dark')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  // The next page comes dark from the first byte, with its outline before anything it would have to wait for.
  const html = await (await page.request.get('/app')).text()
  expect(html).toMatch(/<html [^>]* data-app data-mantine-color-scheme="dark">/)
  expect(html.indexOf('rel="stylesheet"')).toBeGreaterThan(html.indexOf('class="outline-body"'))
  mustBeQuiet(seat)
})

test('a phone builds no side menu, and the lower cards of home when one comes near them', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page } = seat
  await page.setViewportSize({ width: 390, height: 500 })
  await signIn(page, me)
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  expect(await page.locator('aside').count()).toBe(0)
  const usage = page.getByRole('heading', { name: 'Your usage' })
  expect(await usage.count()).toBe(0)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400)
      return usage.isVisible()
    })
    .toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('aside').waitFor()
  mustBeQuiet(seat)
})

test('on a phone: the first card by 200 px, the page one is on in sight and lit, price ranges without a swipe', async () => {
  const me = await newAccount()
  const seat = await sit({ viewport: { width: 390, height: 844 } })
  const { page } = seat
  await signIn(page, me)
  /** Wholly between the edges of the screen. */
  const isInSight = async (places: Locator) => {
    const box = await places.first().boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844
  }
  await page.goto('/app/find-product')
  const card = page.getByRole('main').getByRole('article').first()
  await card.waitFor()
  // Other journeys take suppliers down, and a notice says so above the cards.
  const notices = await page
    .getByRole('main')
    .evaluate((main) => [...main.querySelectorAll('output')].reduce((sum, notice) => sum + notice.offsetHeight + 8, 0))
  expect(((await card.boundingBox())?.y ?? Infinity) - notices).toBeLessThanOrEqual(200)
  await card.locator('[data-card-link]').click()
  const profit = page.getByRole('dialog').getByText('Profit', { exact: true })
  await profit.first().waitFor()
  await expect.poll(() => isInSight(profit), { message: 'profit without scrolling' }).toBe(true)
  const lit = page.getByRole('navigation').locator('[aria-current]')
  for (const [path, place, bottom] of [
    ['/app/setting/billing', '/app/setting/billing', null],
    ['/app/orders/cancel-refund', 'cancel_refund', 'Orders'],
    ['/app/products/auto-update', 'auto_update', 'Products'],
  ] as const) {
    await page.goto(path)
    const current = page.locator(`[data-place="${place}"]`)
    await current.waitFor()
    await expect.poll(() => isInSight(current), { message: path }).toBe(true)
    if (bottom) expect(await lit.allTextContents()).toContain(bottom)
  }
  await page.goto('/app/setting/selling-price')
  await page.getByRole('heading', { name: 'Price by cost' }).waitFor()
  const wide = await page
    .getByRole('main')
    .evaluate(
      (main) =>
        [...main.querySelectorAll('input')].filter((input) => input.getBoundingClientRect().right > innerWidth).length,
    )
  expect(wide).toBe(0)
  mustBeQuiet(seat)
})

test('a switch that is off stands out from its ground in both schemes', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/app/setting/notification')
    const off = page.locator('input[role="switch"]:not(:checked) + span').first()
    await off.waitFor()
    const contrast = await off.evaluate((track) => {
      const light = (colour: string) => {
        const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
          const value = Number(part) / 255
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      let ground: Element | null = track.parentElement
      while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement
      const both = [track, ground ?? document.body].map((one) => light(getComputedStyle(one).backgroundColor) + 0.05)
      return Math.max(...both) / Math.min(...both)
    })
    expect(contrast).toBeGreaterThanOrEqual(3)
  }
  mustBeQuiet(seat)
})

test('an expired session leads to sign-in and back to where one was', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)
  await page.goto('/app/notifications')
  await seat.context.clearCookies()
  await page.goto('/app/setting/notification')
  await page.waitForURL('**/login?next=**')
  await page.getByLabel('E-mail').fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill(me.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app/setting/notification')
  mustBeQuiet(seat)
})

test('unknown pages, and the campaign address', async () => {
  const seat = await sit()
  const { page } = seat
  await page.goto('/no/such/page')
  await page.getByText('There is no page here').first().waitFor()
  await signIn(page)
  await page.goto('/app/no-such-page')
  await page.getByRole('navigation', { name: 'Main menu' }).first().waitFor()
  await page.getByText('There is no page here').first().waitFor()
  // An operator without a partners' page has none to lead to: the way in is shown.
  await page.goto('/campaign/spring')
  await page.waitForURL((url) => !url.pathname.includes('campaign'))
})

test('the page that the server sends names the files of its address', async () => {
  const preloads = JSON.parse(readFileSync(new URL('../apps/web/dist/preloads.json', import.meta.url), 'utf8')) as {
    pages: Record<string, { js: string[] }>
  } // written by scripts/build-web.ts
  const named = async (path: string) => {
    const html = await (await fetch(`${omniUrl()}${path}`)).text()
    return [...html.matchAll(/<link rel="modulepreload"[^>]*href="\/(assets\/[\w.-]+\.js)"/g)].map(([, file]) => file)
  }
  const own = (path: string, other: string) => {
    const [files = [], others = []] = [preloads.pages[path]?.js, preloads.pages[other]?.js]
    return files.filter((file) => !others.includes(file))
  }
  for (const [path, other] of [
    ['/login', '/app/products-center'],
    ['/app/products-center', '/login'],
  ] as const) {
    expect(own(path, other).length).toBeGreaterThan(0)
    expect(await named(path)).toEqual(expect.arrayContaining(own(path, other)))
  }
})
