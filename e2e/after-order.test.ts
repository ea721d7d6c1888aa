/**
 * After an order: a parcel from the supplier to the door, on the page of its buyer; a refund that is won and one that is
 * lost; a rule that is tried, switched on and stopped at its limit. In a system of its own: the sandbox's clock runs
 * fast, and no other journey may see that.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { DEMO } from '../scripts/seed-demo.ts'
import { acceptTerms, topUp } from '../scripts/top-up.ts'
import { openBrowser, signIn } from './browser.ts'
import { productToBuy } from './product-to-buy.ts'
import { type RunningOmni, startOmni } from './start-omni.ts'

const folder = mkdtempSync(join(tmpdir(), 'omni-track-'))
chmodSync(folder, 0o755)
let omni: RunningOmni | undefined
let [url, sandbox] = ['', '']
let token = ''
/** Six days of a parcel in some ten seconds. */
const FAST = 40_000

afterAll(async () => {
  await omni?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      app: 'AO',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const envelope = (await reply.json()) as { success: boolean; message: string; data: T } // the envelope of every call
  if (!envelope.success) throw new Error(`${path}: ${envelope.message}`)
  return envelope.data
}

const post = async (path: string, body: object) => {
  const reply = await fetch(`${sandbox}/control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
}
const act = (vendor: string, action: string, input: object) => post(`/vendors/${vendor}/actions/${action}`, input)

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 240; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 500))
  }
  throw new Error('it did not come')
}

interface Sold {
  order_id: string
  number: string
}
let order: Sold = { order_id: '', number: '' }
let variant_id: string | undefined

/** Sold by telephone. */
const sell = (name: string) =>
  ask<Sold>('POST', '/orders/v5/create', {
    customer: { name },
    address: {
      name,
      address1: '1 Main Street',
      city: 'Austin',
      province: 'Texas',
      province_code: 'TX',
      zip: '78701',
      country_code: 'US',
      phone: '+15125550100',
    },
    lines: [{ variant_id, quantity: 1, unit_price: 9_900 }],
    currency: 'USD',
  })

/** Bought at the house supplier. */
async function buy(orders: readonly Sold[]) {
  const { plan_id } = await ask<{ plan_id: string }>('POST', '/orders/v4/preview', {
    orders: orders.map(({ order_id }) => order_id),
  })
  await until(async () => {
    const { summary } = await ask<{ summary: { quoting: number } }>('GET', `/orders/v4/preview/${plan_id}`)
    return summary.quoting === 0 ? true : undefined
  })
  await ask('POST', '/orders/v5/request', { plan_id })
}

interface Purchase {
  order_no: string | null
  state: string
  total: number
}
const purchasesOf = async ({ order_id }: Sold) =>
  (await ask<{ items: Purchase[] }>('GET', `/orders/v4/order-info?order_id=${order_id}`)).items
const boughtAs = (sold: Sold) =>
  until(async () => {
    const placed = (await purchasesOf(sold)).find(({ state }) => state === 'placed')
    const no = placed?.order_no?.match(/\d+/)?.[0]
    return placed && no ? { no: Number(no), total: placed.total } : undefined
  })
const wallet = async () => (await ask<{ total_balance: number }>('GET', '/payments/user/wallets')).total_balance

beforeAll(async () => {
  const [port, sandbox_port] = [await freePort(), await freePort()]
  omni = await startOmni({
    DATA_DIR: folder,
    PORT: String(port),
    SANDBOX_PORT: String(sandbox_port),
    MODELS_DIR: join(tmpdir(), 'omni-models'),
    QUOTE_COUNTRIES: 'US',
    PICTURES_DESCRIBED: '1',
  })
  url = `http://localhost:${port}`
  sandbox = `http://localhost:${sandbox_port}`
  token = (await ask<{ token: string }>('POST', '/auth/login', DEMO)).token
  variant_id = await productToBuy(ask, 20)
  order = await sell('Grace Hopper')
  await acceptTerms(ask)
  await topUp(ask, 100_000)
  await buy([order])
})

test('bought, sent, followed by messages, and delivered on the page of the buyer', async () => {
  const { no } = await boughtAs(order)
  const number = `ZT${no}`
  await act('17track', 'plan', { number, kind: 'delivered', hours_ago: 0 })
  // Nobody asks the supplier: its own message brings the number.
  await act('zopi', 'ship_order', { no })

  const context = await (
    await openBrowser()
  ).newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', baseURL: url })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000 * inject('patience'))
  await signIn(page, DEMO)
  await page.goto(`${url}/app/orders/shipment`)
  await page.getByRole('button', { name: number, exact: true }).click()
  const panel = page.getByRole('dialog')
  const link = (await panel.getByRole('link', { name: 'Open the buyer’s page' }).getAttribute('href')) ?? ''
  expect(link).toMatch(/\/tracking\/[a-z2-7]{26}$/)

  // The buyer has no account, and scripts are off.
  const buyer = await (await openBrowser()).newContext({ javaScriptEnabled: false, locale: 'de-DE' })
  const shown = await buyer.newPage()
  await shown.goto(link)
  await shown.getByRole('heading', { level: 1, name: 'Ihr Paket wird vorbereitet' }).waitFor()

  await until(async () => {
    const books = (await (await fetch(`${sandbox}/control/17track/books`)).json()) as { tracked: { number: string }[] } // the sandbox's own
    return books.tracked.find((one) => one.number === number)
  })
  await post('/clock', { speed: FAST })
  await panel.getByText('Delivered, left at the front door').waitFor()
  await post('/clock', { speed: 1 })
  await shown.goto(`${link}?lang=en`)
  await shown.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor()
  await shown.getByText('Delivered, left at the front door').waitFor()
  await shown.getByText('Released by customs').waitFor()
  expect(await shown.content()).not.toMatch(/Hopper|Main Street|78701|<script/)
  const { timeline } = await ask<{ timeline: { kind: string }[] }>('GET', `/orders/v5/detail/${order.order_id}`)
  expect(timeline.filter(({ kind }) => kind === 'delivered')).toHaveLength(1)

  // The palette finds it by its number; hostile styles of the seller stay inside of the frame.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill(number.slice(0, 6))
  // Its parcel, and the order that it belongs to.
  await page
    .getByRole('option', { name: new RegExp(number) })
    .first()
    .waitFor()
  const { settings } = await ask<{ settings: object }>('GET', '/orders/v5/tracking-page')
  const css =
    'h1 { color: rgb(170, 0, 0) } h1 { position: fixed; inset: 0; height: 100vh; background: url(http://evil.test/x) } * { margin: 0 -9999px } } footer { display: none } body { display: none'
  await ask('PUT', '/orders/v5/tracking-page', { ...settings, css })
  const asked: string[] = []
  shown.on('request', (request) => asked.push(request.url()))
  await shown.goto(`${link}?lang=en`)
  expect(await shown.getByRole('contentinfo').last().isVisible()).toBe(true)
  const frame = await shown.locator('.frame').boundingBox()
  const foot = await shown.locator('footer').boundingBox()
  expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual((foot?.y ?? 0) + 1)
  expect(asked.some((one) => one.includes('evil.test'))).toBe(false)
  await buyer.close()
  await context.close()
})

async function openPage(path: string) {
  const context = await (
    await openBrowser()
  ).newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', baseURL: url })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000 * inject('patience'))
  await signIn(page, DEMO)
  await page.goto(`${url}${path}`)
  return { page, close: () => context.close() }
}

test('a refund is won and its money is in the wallet; another is lost, and the supplier says why', async () => {
  const lost = await sell('Ada Lovelace')
  await buy([lost])
  const { no } = await boughtAs(lost)
  await act('zopi', 'ship_order', { no })
  await ask('POST', '/orders/v4/sync-status', {})
  const before = await wallet()
  const { total } = await boughtAs(order)
  const { page, close } = await openPage(`/app/orders/cancel-refund?order=${order.order_id}`)
  const panel = page.getByRole('dialog')
  const askFor = async (sold: Sold, reason: string) => {
    await page.goto(`${url}/app/orders/cancel-refund?order=${sold.order_id}`)
    await panel.getByRole('button', { name: 'Ask for a refund' }).click()
    await panel.getByRole('radio', { name: reason }).check()
    await panel.getByRole('textbox', { name: 'What happened' }).fill('The box was open.')
    await panel.getByRole('button', { name: 'Send the request' }).click()
    await panel.getByText('Waits for the supplier').waitFor()
    const offers = { order_id: sold.order_id }
    const { items } = await ask<{ items: { refunds: { refund_no: string }[] }[] }>(
      'POST',
      '/orders/v4/refund/request-type',
      offers,
    )
    return Number(items[0]?.refunds[0]?.refund_no.slice(3))
  }
  const won = await askFor(order, 'It arrived damaged')
  await act('zopi', 'answer_refund', { no: won, state: 'accepted', percent: 100, note: 'Sorry for that.' })
  await act('zopi', 'pay_refund', { no: won })
  await panel.getByRole('button', { name: 'Ask suppliers now' }).click()
  await panel.getByText('Paid back', { exact: true }).waitFor()
  expect(await wallet()).toBe(before + total)

  const refused = await askFor(lost, 'It never arrived')
  await act('zopi', 'answer_refund', { no: refused, state: 'rejected', percent: 1, note: 'It is still on its way.' })
  await panel.getByRole('button', { name: 'Ask suppliers now' }).click()
  await panel.getByText('It is still on its way.').first().waitFor()
  expect(await wallet()).toBe(before + total)
  await page.goto(`${url}/app/setting/wallet`)
  await page.getByText('Refund from a supplier').first().waitFor()
  await close()
})

test('a rule is tried on the last days, switched on, and stops at its daily limit', async () => {
  const { total } = await boughtAs(order)
  const { page, close } = await openPage('/app/setting/automation')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Name of the rule' }).fill('Careful')
  // The shops of the demo sell meanwhile: the rule takes ours alone.
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  const compares = { name: 'How condition 1 compares' }
  await panel.getByRole('combobox', compares).or(panel.getByRole('textbox', compares)).first().click()
  await page.getByRole('option', { name: 'is equal to' }).click()
  await panel.getByRole('textbox', { name: 'Value of condition 1' }).fill('99')
  await panel.getByRole('textbox', { name: /Spend at most per day/ }).fill((total / 100 + total / 200).toFixed(2))
  await panel.getByRole('textbox', { name: 'Name of the rule' }).focus()
  await panel.getByText(/It would have placed \d+ of \d+ orders/).waitFor()
  await panel.getByRole('button', { name: 'Save and switch on' }).click()
  await page.getByRole('switch', { name: 'Switch the rule Careful' }).waitFor()
  const sold = [await sell('Katherine Johnson'), await sell('Dorothy Vaughan')]
  const placed = await until(async () => {
    const found = await Promise.all(sold.map(async (one) => (await purchasesOf(one)).length))
    return found.includes(1) ? found : undefined
  })
  expect(placed.toSorted()).toEqual([0, 1])
  await page.reload()
  await page.getByText('The daily limit of the rule is reached.').waitFor()
  await page.getByText('Careful, version 1').first().waitFor()
  // Nothing of the rule goes on after this journey.
  const { version } = await ask<{ version: number }>('GET', '/orders/v5/automation/settings')
  await ask('PUT', '/orders/v5/automation/settings', { version, rules: [] })
  await close()
})
