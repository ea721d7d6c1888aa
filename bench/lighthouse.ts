/**
 * Lighthouse on /login and /app of the whole system: its mobile profile, throttled; what /app costs the main thread
 * against /login; and the first paint of both on Fast 3G. Prints the figures, fails beyond the targets.
 *
 * The costs are CPU time of the page's main thread in Lighthouse's own trace. Lighthouse counts by the clock: behind
 * /app our server works on the same cores, and while the page waits for a core it would be charged for the server.
 * Both pages are charged for the same span of time: Lighthouse stops looking at /login after a few seconds, but /app
 * holds a stream open, is watched for half a minute, and would be charged for the browser's tidying up as well.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { shopIsOpen, startOmni } from '../e2e/start-omni.ts'
import { firstPaint } from './first-paint.ts'
import { SETTLE_MS } from './system.ts'

const TARGETS = { performance: 90, accessibility: 100, 'best-practices': 95 } as const
const METRICS = {
  'largest-contentful-paint': 'LCP',
  'cumulative-layout-shift': 'CLS',
  'total-blocking-time': 'TBT',
} as const
const RUNS = 3
const FIRST_PAINT_MS = 1500
/** What the app may cost the main thread, as a multiple of the sign-in page; below FLOOR_MS nobody notices either. */
const TIMES_LOGIN = 1.5
const FLOOR_MS = 100
/** Lighthouse's phone is this much slower; a task holds up a tap from its 50th millisecond on. */
const SLOWER = 4
const NOTICED_MS = 50
/** By the clock, as Lighthouse's report says it. */
const BY_CLOCK = { work: 'mainthread-work-breakdown', blocking: 'total-blocking-time' } as const
const COSTS = { work: 'main-thread work', blocking: 'blocking time' } as const
type Costs = Record<keyof typeof COSTS, number>

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Long after everything is there: what /app asks for last comes after three seconds. */
const CHARGED_US = 10_000_000

/** What the busiest main thread of the trace computed: the page's. */
function costsOf(events: readonly TraceEvent[]): Costs {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const main = new Set(
    events.flatMap((event) =>
      event.name === 'thread_name' && event.args.name === 'CrRendererMain' ? [threadOf(event)] : [],
    ),
  )
  const tasks = events.filter((event) => event.ph === 'X' && event.name === 'RunTask' && main.has(threadOf(event)))
  const costs = Map.groupBy(tasks, threadOf)
    .values()
    .map((own): Costs => {
      const until = Math.min(...own.map(({ ts }) => ts)) + CHARGED_US
      const ms = own.filter(({ ts }) => ts < until).map(({ tdur = 0 }) => (tdur / 1000) * SLOWER)
      return {
        work: ms.reduce((sum, one) => sum + one, 0),
        blocking: ms.reduce((sum, one) => sum + Math.max(0, one - NOTICED_MS), 0),
      }
    })
  return [...costs].toSorted((a, b) => b.work - a.work)[0] ?? { work: Infinity, blocking: Infinity }
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-lighthouse-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const omni = await startOmni({
    DATA_DIR: folder,
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    NODE_ENV: 'production',
    // The home screen of a shop at work: the demo's own, in a world that is soon read.
    DEMO_SHOP: 'on',
    SANDBOX_PRODUCTS: '600',
    QUOTE_COUNTRIES: 'US',
    PICTURES_DESCRIBED: '1',
  })
  // While the shop is being made, every page hears of changes and draws itself again.
  await shopIsOpen(omni)
  await new Promise((done) => setTimeout(done, SETTLE_MS))
  const url = `http://localhost:${port}`
  const chrome = await launch({
    chromePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
  try {
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { app: 'AO', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'maya@omni.test', password: 'northwind-goods' }),
    })
    const [, value = ''] = /omni_session=([^;]+)/.exec(login.headers.get('set-cookie') ?? '') ?? []
    let good = true
    const costs = new Map<string, Costs>()
    for (const path of ['/login', '/app'] as const) {
      // The signed-in page is measured with the session a person would have; Lighthouse must not clear it away.
      if (path === '/app') {
        const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
        await browser.contexts()[0]?.addCookies([{ name: 'omni_session', value, url }])
        await browser.close()
      }
      const results = []
      const measured: Costs[] = []
      for (let n = 0; n < RUNS; n++) {
        const result = await lighthouse(`${url}${path}`, {
          port: chrome.port,
          output: 'json',
          logLevel: 'error',
          onlyCategories: Object.keys(TARGETS),
          disableStorageReset: path === '/app',
        })
        if (!result) throw new Error('Lighthouse gave no result')
        if (!result.lhr.finalDisplayedUrl.endsWith(path))
          throw new Error(`${path} ended at ${result.lhr.finalDisplayedUrl}`)
        results.push(result.lhr)
        measured.push(costsOf(result.artifacts.Trace.traceEvents))
      }
      // The median by performance: one run on a shared machine says little.
      const lhr = results.toSorted(
        (a, b) => (a.categories['performance']?.score ?? 0) - (b.categories['performance']?.score ?? 0),
      )[Math.floor(RUNS / 2)]
      console.log(
        `${path}  scores ${results.map((result) => Math.round((result.categories['performance']?.score ?? 0) * 100)).join(', ')}; this machine's benchmark index ${Math.round(lhr?.environment.benchmarkIndex ?? 0)}`,
      )
      costs.set(path, {
        work: middle(measured.map(({ work }) => work)),
        blocking: middle(measured.map(({ blocking }) => blocking)),
      })
      const byClock = Object.values(BY_CLOCK).map((id) => `${id} ${Math.round(lhr?.audits[id]?.numericValue ?? 0)}`)
      console.log(`${path}  by the clock: ${byClock.join(' ms, ')} ms`)
      const metrics = Object.entries(METRICS).map(([id, name]) => `${name} ${lhr?.audits[id]?.displayValue}`)
      for (const [category, target] of Object.entries(TARGETS)) {
        const score = Math.round((lhr?.categories[category]?.score ?? 0) * 100)
        good &&= score >= target
        console.log(
          `${path}  ${category} ${score} (at least ${target})${category === 'performance' ? `  ${metrics.join(', ')}` : ''}`,
        )
        if (score < target)
          for (const { id } of lhr?.categories[category]?.auditRefs ?? []) {
            const audit = lhr?.audits[id]
            if (audit?.score !== null && (audit?.score ?? 1) < 0.9)
              console.log(`    ${audit?.title}: ${audit?.displayValue ?? ''}`)
          }
      }
    }
    for (const cost of ['work', 'blocking'] as const) {
      const [login_ms = Infinity, app_ms = Infinity] = [costs.get('/login')?.[cost], costs.get('/app')?.[cost]]
      const times = app_ms / Math.max(login_ms, FLOOR_MS)
      good &&= times <= TIMES_LOGIN
      console.log(
        `${COSTS[cost]}: /app ${Math.round(app_ms)} ms, /login ${Math.round(login_ms)} ms, ` +
          `${times.toFixed(2)} times (at most ${TIMES_LOGIN})`,
      )
    }
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
    for (const path of ['/', '/login', '/app']) {
      const ms = await firstPaint(browser, `${url}${path}`, path === '/app' ? [{ name: 'omni_session', value }] : [])
      good &&= ms <= FIRST_PAINT_MS
      console.log(`${path}  first paint on Fast 3G ${Math.round(ms)} ms (at most ${FIRST_PAINT_MS})`)
    }
    await browser.close()
    return good
  } finally {
    await chrome.kill()
    await omni.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
