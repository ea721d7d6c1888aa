/** When a page first shows something on a slow phone connection, with nothing in the browser's cache. */
import type { Browser } from 'playwright-core'

/** "Fast 3G" of the browser's own tools. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 }
const RUNS = 3

export async function firstPaint(browser: Browser, url: string, cookies: { name: string; value: string }[]) {
  const times: number[] = []
  for (let n = 0; n < RUNS; n++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })))
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', FAST_3G)
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
    times.push(await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity))
    await context.close()
  }
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Infinity
}
