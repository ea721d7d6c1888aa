/**
 * How often a suggested supplier is the right one. A merchant of the sandbox sells goods of its suppliers under other
 * names; the sandbox knows which good each one is. The confidence that screens show is held against that.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { supplyWorld } from '../apps/sandbox/src/catalogue/make-world.ts'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { startOmni } from '../e2e/start-omni.ts'
import { newSeller } from './system.ts'

const GOODS = 150
const PRODUCTS = 1500
const FILLED = 1200
const SITE = 'measured'
/** Suggestions that are looked at of each listing: what the panel shows. */
const MOST_ERROR = 0.05
const LEAST_FIRST = 0.85
const WAIT_MS = 2_000
const MOST_WAITS = 300

interface Resold {
  id: number
  good: number
}
interface Suggestion {
  source: string
  source_product_id: string
  confidence: number
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${url}: ${await reply.text()}`)
  return (await reply.json()) as Record<string, unknown> // the control API's own answer
}

function caller(omni: string, token: string) {
  return async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fetch(`${omni}/api${path}`, {
      method,
      headers: { app: 'AO', authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { success, message, data } = (await reply.json()) as { success: boolean; message: string; data: T } // the envelope
    if (!success) throw new Error(`${path}: ${message}`)
    return data
  }
}
type Call = ReturnType<typeof caller>

/** Through the consent page, as the shop's owner would. */
async function connect(call: Call, sandbox: string): Promise<string> {
  const { url } = await call<{ url: string }>('POST', '/auth/platform/woocommerce/link', {
    shop: `${sandbox}/woocommerce/${SITE}`,
  })
  const form = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), decision: 'allow' })
  const reply = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const query = Object.fromEntries(new URL(reply.headers.get('location') ?? '', url).searchParams)
  return (await call<{ id: string }>('POST', '/auth/platform/woocommerce/install', { query })).id
}

async function unmapped(call: Call, store_id: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  do {
    const page: { items: { listing_id: string }[]; next_cursor: string | null } = await call(
      'GET',
      `/center/products/listings/unmapped?page_size=100&store_id=${store_id}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    ids.push(...page.items.map(({ listing_id }) => listing_id))
    cursor = page.next_cursor
  } while (cursor)
  return ids
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    if (await isDone()) return
    await sleep(WAIT_MS)
  }
  throw new Error(`too long: ${what}`)
}

/** The difference between what is promised and what is true, weighed by how often each promise is made. */
function calibrationError(seen: readonly { confidence: number; right: boolean }[]): number {
  let off = 0
  for (const [confidence, list] of [...Map.groupBy(seen, (one) => one.confidence)].sort(([a], [b]) => a - b)) {
    const right = list.filter((one) => one.right).length
    console.log(`  ${confidence} of 100 promised: ${right} of ${list.length} right`)
    off += Math.abs(right / list.length - confidence / 100) * list.length
  }
  return seen.length === 0 ? 1 : off / seen.length
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-suggestions-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  const [port, sandbox_port] = [await freePort(), await freePort()]
  const omni = await startOmni({
    DATABASE_URL: postgres.url(),
    DATA_DIR: folder,
    PORT: String(port),
    SANDBOX_PORT: String(sandbox_port),
    SANDBOX_PRODUCTS: String(PRODUCTS),
  })
  try {
    const sandbox = `http://localhost:${sandbox_port}`
    const actions = `${sandbox}/control/vendors/woocommerce/actions`
    const call = caller(`http://localhost:${port}`, (await newSeller(postgres.url())).token)
    await until('the catalogue fills', async () => {
      const found = await call<{ total: number }>('GET', '/center/products/find?page_size=1')
      return found.total >= FILLED
    })
    await post(`${actions}/make_site`, { site: SITE })
    const made = await post(`${actions}/resell_goods`, { site: SITE, count: GOODS })
    const resold = (made['resold'] ?? (made['result'] as { resold: Resold[] }).resold) as Resold[] // the action's own answer
    const goodOf = new Map(
      Object.entries(supplyWorld({ products: PRODUCTS }).offers).flatMap(([source, offers]) =>
        offers.map(({ id, good }) => [`${source}:${id}`, good.number] as const),
      ),
    )
    const store_id = await connect(call, sandbox)
    let listings: string[] = []
    await until('the shop is read', async () => (listings = await unmapped(call, store_id)).length >= GOODS)
    const seen: { confidence: number; right: boolean }[] = []
    let first = 0
    let [sure, sureRight] = [0, 0]
    for (const id of listings) {
      const { remote_id } = await call<{ remote_id: string }>('GET', `/products/platform/${id}`)
      const truth = resold.find((one) => String(one.id) === remote_id)?.good
      const { items, certain } = await call<{ items: Suggestion[]; certain: boolean }>(
        'GET',
        `/center/products/listings/${id}/suggestions`,
      )
      const judged = items.map(({ source, source_product_id, confidence }) => ({
        confidence,
        right: goodOf.get(`${source}:${source_product_id}`) === truth,
      }))
      seen.push(...judged)
      if (judged[0]?.right) first++
      if (certain) sure++
      if (certain && judged[0]?.right) sureRight++
    }
    const error = calibrationError(seen)
    console.log(
      `the first suggestion is the same good: ${first} of ${listings.length} (at least ${LEAST_FIRST * 100} of 100)`,
    )
    console.log(`called certain: ${sure}, right: ${sureRight}`)
    console.log(`calibration error ${error.toFixed(3)} over ${seen.length} suggestions (at most ${MOST_ERROR})`)
    return error <= MOST_ERROR && first / listings.length >= LEAST_FIRST && sureRight === sure
  } finally {
    await omni.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
