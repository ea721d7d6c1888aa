/** The way of a new seller, as clicks. Used by the journey and by `npm run bench -- first-hour`. */
import type { Locator, Page } from 'playwright-core'
import { patience } from '../scripts/patience.ts'

type FindMail = (to: string) => Promise<{ links: string[] }>

export interface FirstHour {
  /** Clicks inside of the app. */
  to_import: number
  to_store: number
  /** From the first page of the app to the product in the store. */
  ms: number
  /** Where that time went. */
  steps: { step: string; ms: number }[]
}

interface Outside {
  /** The newest mail to an address. */
  mailTo: FindMail
  /** The name of a shop that nobody has connected yet. */
  shop: string
}

export async function firstHour(page: Page, { mailTo, shop }: Outside): Promise<FirstHour> {
  const email = `${crypto.randomUUID()}@omni.test`
  await page.goto('/')
  await page.getByRole('link', { name: 'Start free' }).first().click()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: /create/i }).click()
  await page.getByText(email).first().waitFor()
  const [link = ''] = (await mailTo(email)).links
  await page.goto(link)

  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks++
  }
  await page.getByRole('button', { name: 'Save and start' }).waitFor()
  const from = performance.now()
  const steps: FirstHour['steps'] = []
  const reached = (step: string) => {
    const before = steps.reduce((sum, { ms }) => sum + ms, 0)
    steps.push({ step, ms: Math.round(performance.now() - from) - before })
  }
  await click(page.getByRole('button', { name: 'Save and start' }))
  await click(page.getByRole('link', { name: 'Catalog' }).first())
  const card = await ordinaryCard(page)
  await card.hover()
  reached('catalogue')
  // No store is needed for it.
  await click(card.locator('[data-card-import]'))
  await click(page.getByRole('link', { name: 'View import list' }).first())
  await page.locator('tbody tr').first().getByText(/\$\d/).first().waitFor()
  const to_import = clicks
  reached('priced import')

  // Pushing without a store leads to connecting one, and from there back to the push.
  await click(page.locator('tbody input[type=checkbox]').first())
  await click(page.getByRole('button', { name: /^push/i }).first())
  await page.waitForURL('**/app/channel*')
  await click(page.getByRole('button', { name: /connect.*shopify/i }))
  await page.getByRole('dialog').getByRole('textbox').first().fill(shop)
  await click(page.getByRole('dialog').getByRole('button', { name: 'Connect' }))
  await page.waitForURL(/oauth\/authorize/)
  reached('consent asked')
  await page.getByRole('button', { name: /allow|install/i }).click()
  await page.waitForURL('**/app/**')
  const drawer = page.getByRole('dialog')
  await click(drawer.getByRole('button', { name: /^push/i }).last())
  await drawer.waitFor({ state: 'detached' })
  reached('push asked')
  await page.goto('/app/list')
  await page
    .locator('tbody')
    .getByText('Up to date')
    .first()
    .waitFor({ timeout: 90_000 * patience })
  reached('in the store')
  return { to_import, to_store: clicks, ms: Math.round(performance.now() - from), steps }
}

const MOST_VARIANTS = 100
const CARDS_LOOKED_AT = 8

/** The first card of an ordinary product: one of thousands of variants goes to a shop in several requests, for a minute. */
async function ordinaryCard(page: Page): Promise<Locator> {
  const cards = page.locator('[data-card]')
  await cards.first().waitFor()
  for (let at = 0; at < CARDS_LOOKED_AT; at++) {
    const href = (await cards.nth(at).locator('[data-card-link]').getAttribute('href')) ?? ''
    const [, source, id] = /find-product\/(\w+)\/detail\/([^/]+)/.exec(href) ?? []
    const reply = await page.request.get(`/api/center/products/source/${source}/${id}?ship_to=US`, {
      headers: { app: 'AO' },
    })
    const { data } = (await reply.json()) as { data?: { product: { variants: object[] } } } // the contract's shape
    if (data && data.product.variants.length <= MOST_VARIANTS) return cards.nth(at)
  }
  throw new Error('the catalogue begins with products of hundreds of variants alone')
}

/** A shop of its own at the sandbox's platform. */
export async function newShop(sandbox: string): Promise<string> {
  const name = `shop-${Date.now()}`
  const reply = await fetch(`${sandbox}/control/vendors/shopify/actions/make_shop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, points_per_second: 1000 }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return name
}
