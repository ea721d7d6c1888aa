/**
 * 60 edits of a product with 2,048 variants, in Chromium without throttling, against the whole system with autosave going on: prices typed,
 * blocks filled down and pasted, switches. Each is measured by the browser itself (Event Timing): from the input to the next paint after it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { fillCatalogue } from '../apps/server/src/testing/fill-catalogue.ts'
import { startOmni } from '../e2e/start-omni.ts'

const VARIANTS = 2048
const TARGET_MS = 100
/** The finest the browser reports; what was faster is not reported and counts as this. */
const LEAST_MS = 16
const PAUSE_MS = 150 // between two edits: somebody quick
const KEY_MS = 40 // between two keys: 25 a second
const PASTED_ROWS = 50
const EDITS = { typed: 36, filled: 9, pasted: 6, switched: 9 } as const
/** A small world without suppliers to ask: what is measured is the editor, not a catalogue being filled beside it. */
const QUIET = { SANDBOX_PRODUCTS: '150', SANDBOX_CAPTURES: 'off', ALIEXPRESS_REFRESH_TOKEN: '', CJ_API_KEY: '', EBAY_APP_ID: '', AMAZON_CREDENTIAL_ID: '' }
const MAYA = { email: 'maya@omni.test', password: 'northwind-goods' }

const wait = (ms: number) => new Promise<void>((done) => { setTimeout(done, ms) })
const at = (times: readonly number[], part: number) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const say = (name: string, times: readonly number[]) => console.log(`${name.padEnd(9)} ${String(times.length).padStart(3)} edits  p50 ${at(times, 0.5)} ms  p95 ${at(times, 0.95)} ms  max ${Math.max(...times)} ms`)

/** A product of 2,048 variants in the import list of the demo's seller, through the calls; its id. */
async function importLarge(url: string, cookie: string): Promise<string> {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`${url}/api/center/products/${path}`, { method: body ? 'POST' : 'GET', headers: { app: 'AO', cookie, origin: url, ...(body ? { 'content-type': 'application/json' } : {}) }, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    return ((await reply.json()) as { data: T }).data // our own contract
  }
  await ask('import/run', { rows: [{ line: 1, source: 'cj', product_id: 'p1' }] })
  for (let n = 0; n < 300; n++) {
    const { items } = await ask<{ items: { product_id: string; total_variants: number }[] }>('import/listing?page_size=50')
    const found = items.find(({ total_variants }) => total_variants === VARIANTS)
    if (found) return found.product_id
    await wait(200)
  }
  throw new Error('the product was not imported')
}

/** Notes every input the browser took longer than a frame for. */
const watchInputs = (page: Page) => page.evaluate(() => {
  const seen: { start: number; took: number }[] = []
  const note = (list: PerformanceEntryList) => { for (const entry of list) seen.push({ start: entry.startTime, took: entry.duration }) }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit) // newer than the types
  Object.assign(window, { inputsSince: (from: number) => { note(observer.takeRecords()); return seen.filter(({ start }) => start >= from).map(({ took }) => took) } })
})

/** One edit, and the slowest input of it. */
async function measure(page: Page, edit: () => Promise<void>): Promise<number> {
  const from = await page.evaluate(() => performance.now())
  await edit()
  await wait(PAUSE_MS)
  const took = await page.evaluate((since) => (window as unknown as { inputsSince: (from: number) => number[] }).inputsSince(since), from) // put there by `watchInputs`
  return Math.max(LEAST_MS, ...took)
}

async function edits(page: Page): Promise<Record<keyof typeof EDITS, number[]>> {
  const grid = page.getByRole('grid', { name: 'Variants' })
  const column = async (name: string) => Number(await grid.getByRole('columnheader', { name, exact: true }).getAttribute('aria-colindex')) - 1
  const [price, listed] = [await column('Price'), await column('Listed')]
  const key = (keys: string) => page.keyboard.press(keys)
  const took: Record<keyof typeof EDITS, number[]> = { typed: [], filled: [], pasted: [], switched: [] }
  const startAt = async (row: number, col: number) => { await key('Control+Home'); await page.locator(`#sheet-${row}-${col}`).click() }

  await startAt(0, price)
  for (let n = 0; n < EDITS.typed; n++) took.typed.push(await measure(page, async () => { await page.keyboard.type(`${20 + n}.95`, { delay: KEY_MS }); await key('Enter') }))
  for (let n = 0; n < EDITS.filled; n++) {
    await startAt(n, price)
    // From a few rows up to the whole column.
    if (n % 3 === 2) await key('Control+Shift+ArrowDown')
    else for (let row = 0; row < 10 * (n + 1); row++) await key('Shift+ArrowDown')
    took.filled.push(await measure(page, () => key('Control+D')))
  }
  for (let n = 0; n < EDITS.pasted; n++) {
    await startAt(n, price)
    await page.evaluate((text) => navigator.clipboard.writeText(text), Array.from({ length: PASTED_ROWS }, (_, row) => `${30 + n + row}.10\t${60 + n + row}.20`).join('\n'))
    took.pasted.push(await measure(page, () => key('Control+V')))
  }
  await startAt(0, listed)
  for (let n = 0; n < EDITS.switched; n++) took.switched.push(await measure(page, () => page.locator(`#sheet-${n}-${listed} [data-switch]`).click()))
  return took
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-editor-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  const port = await freePort()
  const omni = await startOmni({ DATABASE_URL: postgres.url(), DATA_DIR: folder, PORT: String(port), SANDBOX_PORT: String(await freePort()), NODE_ENV: 'production', ...QUIET })
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'] })
  try {
    const client = new pg.Client({ connectionString: postgres.url() })
    await client.connect()
    await fillCatalogue(client, { products: 1, variants: VARIANTS })
    await client.end()
    const url = `http://localhost:${port}`
    const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { app: 'AO', 'content-type': 'application/json' }, body: JSON.stringify(MAYA) })
    const [, value = ''] = /omni_session=([^;]+)/.exec(login.headers.get('set-cookie') ?? '') ?? []
    const id = await importLarge(url, `omni_session=${value}`)
    const context = await browser.newContext({ baseURL: url, locale: 'en-US', viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })
    await context.addCookies([{ name: 'omni_session', value, url }])
    const page = await context.newPage()
    const from = performance.now()
    await page.goto(`/app/products-import/editor/${id}`)
    await page.locator('#sheet-0-0').waitFor()
    console.log(`opened with ${VARIANTS} variants after ${((performance.now() - from) / 1000).toFixed(2)} s`)
    await page.getByRole('grid', { name: 'Variants' }).scrollIntoViewIfNeeded()
    await wait(2000)
    await watchInputs(page)
    const took = await edits(page)
    for (const [name, times] of Object.entries(took)) say(name, times)
    const all = Object.values(took).flat()
    say('all', all)
    await page.getByText(/^All changes saved/).first().waitFor({ timeout: 30_000 })
    console.log(`input to paint, p95 ${at(all, 0.95)} ms (at most ${TARGET_MS})`)
    return at(all, 0.95) <= TARGET_MS
  } finally {
    await browser.close()
    await omni.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
