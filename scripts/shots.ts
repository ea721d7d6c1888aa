/**
 * `npm run shots`: contact sheets of every route into shots/ (not kept in git), one per width, colour scheme and
 * language, so that a person sees the whole product in two minutes. `npm run shots -- ar dark` makes only the sheets
 * whose names have these words.
 */
import { SIGN_IN_IDS } from '@omni/domain/vendors/badges.ts'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { ROUTE_TABLE } from '../apps/web/src/route-table.ts'
import { shopIsOpen, startOmni } from '../e2e/start-omni.ts'
import { DEMO } from './seed-demo.ts'

const TARGET = fileURLToPath(new URL('../shots', import.meta.url))
const PRODUCTS = 12
/** Pixels between thumbnails, and the line below each that names its route. */
const GAP = 16
const CAPTION = 22
/** A page that does not come to rest is shown as it is. */
const REST_WITHIN_MS = 30_000
const AT_ONCE = 2

const SIZES = {
  '1280': { width: 1280, height: 800, shown: 426, columns: 6 },
  '390': { width: 390, height: 844, shown: 195, columns: 12 },
}
const VARIANTS = (['1280', '390'] as const).flatMap((size) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    (['en', 'ar'] as const).map((language) => ({ size, scheme, language, name: `${size}-${scheme}-${language}` })),
  ),
)
type Variant = (typeof VARIANTS)[number]

interface Shot {
  path: string
  picture: Buffer
}

const wait = (ms: number) =>
  new Promise<void>((done) => {
    setTimeout(done, ms)
  })

/** A call as the demo seller; the session is a cookie of the context. */
async function call<T>(
  context: BrowserContext,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<T> {
  const reply = await context.request.fetch(`/api${path}`, { method, headers: { app: 'AO' }, ...(data && { data }) })
  if (!reply.ok())
    throw new Error(`${method} ${path} answered ${reply.status()}: ${(await reply.text()).slice(0, 300)}`)
  return ((await reply.json()) as { data: T }).data // every reply is an envelope
}

const signIn = (context: BrowserContext) => call(context, 'POST', '/auth/login', DEMO)

interface Card {
  source: string
  source_product_id: string
  status: string
  imported: boolean
}

/** More to see beside the demo's own shop: imported products, favourites. Returns what the routes' parameters stand for. */
async function fillShop(context: BrowserContext): Promise<Record<string, string>> {
  let whole: Card[] = []
  for (let tries = 0; tries < 120 && whole.length < PRODUCTS; tries++) {
    const { items } = await call<{ items: Card[] }>(context, 'GET', '/center/products/find?page_size=100')
    whole = items.filter(({ status, imported }) => status === 'full' && !imported).slice(0, PRODUCTS)
    await wait(1000)
  }
  const [first] = whole
  if (!first) throw new Error('the catalogue has no product that could be imported')
  const ids: string[] = []
  for (const { source, source_product_id } of whole) {
    const imported = await call<{ product_package_id: string }>(context, 'POST', `/center/products/import/${source}`, {
      supplier_product_id: source_product_id,
    })
    ids.push(imported.product_package_id)
  }
  await call(context, 'POST', '/center/products/source/favourite', {
    products: whole.slice(0, 5).map((card) => ({ source: card.source, supplier_product_id: card.source_product_id })),
  })
  return {
    collectionId: 'trending',
    productSource: first.source,
    productId: first.source_product_id,
    shipTo: 'US',
    productCenterId: ids[0] ?? '',
    social: SIGN_IN_IDS[0],
  }
}

/** What is in view is there: no skeletons, every picture drawn or given up. */
async function comeToRest(page: Page): Promise<void> {
  const isThere = () => {
    const inView = (element: Element) => {
      const { top, bottom, width } = element.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight
    }
    return (
      document.querySelector('h1') !== null &&
      document.querySelector('[aria-busy="true"]') === null &&
      ![...document.querySelectorAll('.mantine-Skeleton-root[data-visible]')].some(inView) &&
      [...document.images].filter(inView).every((image) => image.complete)
    )
  }
  // Twice: what replaces a skeleton brings pictures of its own.
  for (const _time of ['texts', 'pictures']) {
    await page.waitForFunction(isThere, undefined, { timeout: REST_WITHIN_MS }).catch(() => undefined)
    await wait(300)
  }
  // Arrived is not yet painted, on a machine with much to do.
  await page.evaluate(() =>
    Promise.allSettled([...document.images].filter(({ complete }) => complete).map((image) => image.decode())),
  )
}

async function shoot(context: BrowserContext, paths: readonly string[], shown: number): Promise<Shot[]> {
  const shots: Shot[] = []
  const waiting = paths.map((path, at) => ({ path, at }))
  const work = async () => {
    const page = await context.newPage()
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await page.goto(next.path)
      await comeToRest(page)
      const picture = await sharp(await page.screenshot())
        .resize({ width: shown })
        .png()
        .toBuffer()
      shots[next.at] = { path: next.path, picture }
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return shots
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Thumbnails in rows, each with its address below it. */
async function writeSheet({ size, name }: Variant, shots: readonly Shot[]): Promise<string> {
  const { width, height, shown, columns } = SIZES[size]
  const cell = { width: shown + GAP, height: Math.round((height * shown) / width) + CAPTION + GAP }
  const rows = Math.ceil(shots.length / columns)
  const place = (at: number) => ({
    left: GAP + (at % columns) * cell.width,
    top: GAP + Math.floor(at / columns) * cell.height,
  })
  const letters = Math.floor(shown / 7)
  const captions = shots.map(({ path }, at) => {
    const { left, top } = place(at)
    const text = path.length > letters ? `…${path.slice(1 - letters)}` : path
    return `<text x="${left}" y="${top + cell.height - GAP - 6}">${escape(text)}</text>`
  })
  const sheet = { width: GAP + columns * cell.width, height: GAP + rows * cell.height }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}"
    font-family="monospace" font-size="11" fill="#222">${captions.join('')}</svg>`
  const file = join(TARGET, `${name}.png`)
  await sharp({ create: { ...sheet, channels: 3, background: '#d8dae0' } })
    .composite([
      ...shots.map(({ picture }, at) => ({ input: picture, ...place(at) })),
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    .png({ palette: true })
    .toFile(file)
  return file
}

const words = process.argv.slice(2)
const wanted = VARIANTS.filter(({ name }) => words.every((word) => name.split('-').includes(word)))
if (wanted.length === 0) throw new Error(`no sheet has all of these: ${words.join(', ')}`)
mkdirSync(TARGET, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'omni-shots-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must be able to enter
const port = await freePort()
const omni = await startOmni({
  DATA_DIR: folder,
  PORT: String(port),
  SANDBOX_PORT: String(await freePort()),
  SANDBOX_PRODUCTS: '600',
  QUOTE_COUNTRIES: 'US,DE',
  DEMO_SHOP: 'on',
  MODELS_DIR: join(tmpdir(), 'omni-models'),
  PICTURES_DESCRIBED: '60',
})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
try {
  await shopIsOpen(omni)
  const baseURL = `http://localhost:${port}`
  const seller = await browser.newContext({ baseURL })
  await signIn(seller)
  const parameters = await fillShop(seller)
  const addressOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name)
  const inApp = [...ROUTE_TABLE.filter(({ auth }) => auth).map(({ path }) => addressOf(path)), '/app/nope']
  const outside = [...ROUTE_TABLE.filter(({ auth }) => !auth).map(({ path }) => addressOf(path)), '/nope']
  for (const variant of wanted) {
    const from = Date.now()
    const { width, height, shown } = SIZES[variant.size]
    const look = {
      baseURL,
      viewport: { width, height },
      colorScheme: variant.scheme,
      locale: variant.language,
      reducedMotion: 'reduce' as const,
    }
    // Signed in, the account's own language wins.
    await call(seller, 'PUT', '/auth/account/set-language', { language: variant.language })
    const [member, visitor] = [await browser.newContext(look), await browser.newContext(look)]
    await signIn(member)
    const shots = [...(await shoot(member, inApp, shown)), ...(await shoot(visitor, outside, shown))]
    await Promise.all([member.close(), visitor.close()])
    console.log(
      `${await writeSheet(variant, shots)}  ${shots.length} routes, ${Math.round((Date.now() - from) / 1000)} s`,
    )
  }
} finally {
  await browser.close()
  await omni.stop()
  rmSync(folder, { recursive: true, force: true })
}
