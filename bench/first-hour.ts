/**
 * From a new account's first page in the app to its first product in a store, on the sandbox: the clicks of
 * e2e/first-hour.ts with nobody thinking in between. The catalogue has to have something in it first.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { firstHour, newShop } from '../e2e/first-hour.ts'
import { startOmni } from '../e2e/start-omni.ts'

const TARGET_MS = 60_000
const FILL_MS = 60_000

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-first-hour-'))
  chmodSync(folder, 0o755)
  const [port, sandbox_port] = [await freePort(), await freePort()]
  const omni = await startOmni({
    DATA_DIR: folder,
    PORT: String(port),
    SANDBOX_PORT: String(sandbox_port),
    SANDBOX_PRODUCTS: '600',
    QUOTE_COUNTRIES: 'US',
  })
  const sandbox = `http://localhost:${sandbox_port}`
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await new Promise((done) => setTimeout(done, FILL_MS))
    const context = await browser.newContext({ baseURL: `http://localhost:${port}`, locale: 'en-US' })
    context.setDefaultTimeout(60_000)
    const mailTo = (to: string) => waitForMail(sandbox, to)
    const { to_import, to_store, ms, steps } = await firstHour(await context.newPage(), {
      mailTo,
      shop: await newShop(sandbox),
    })
    console.log(
      `first priced import after ${to_import} clicks, first product in a store after ${to_store}, ` +
        `${(ms / 1000).toFixed(1)} s (at most ${TARGET_MS / 1000} s)`,
    )
    for (const { step, ms: took } of steps) console.log(`  ${step}: ${(took / 1000).toFixed(1)} s`)
    return ms <= TARGET_MS
  } finally {
    await browser.close()
    await omni.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function waitForMail(sandbox: string, to: string): Promise<{ links: string[] }> {
  for (let tries = 0; tries < 200; tries++) {
    const list = await fetch(`${sandbox}/control/mails?to=${encodeURIComponent(to)}`)
    const { mails } = (await list.json()) as { mails: { id: number }[] } // the sandbox's own list
    const [mail] = mails
    if (mail) return (await (await fetch(`${sandbox}/control/mails/${mail.id}`)).json()) as { links: string[] } // its own mail
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`no mail to ${to}`)
}
