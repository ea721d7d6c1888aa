import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { call, newAccount, signIn, sit } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PUBLIC = [
  '/',
  '/public/pricing',
  '/public/help',
  '/public/help/profit',
  '/login',
  '/signup',
  '/signup/confirm',
  '/signup/email-resend',
  '/forgot-password',
  '/forgot-password/email-resend',
  '/reset-password?id=x&code=y',
  '/auth/email-verification',
  '/auth/google/callback?error=access_denied',
  '/callback?platform=woocommerce&success=0',
  '/install',
  '/auth/store-migrate-verification?code=x',
  '/auth/platform/shopify/auto-login#code=x',
  '/app/orders/payment-confirmation?code=x',
  '/recommended/apps',
  '/nope',
  '/tracking/nope',
]
const IN_APP = [
  '/app',
  '/app/community',
  '/app/manage',
  '/app/manage/tracking',
  '/app/notifications',
  '/app/recent-notification',
  '/app/channel',
  '/app/guide-line',
  '/app/ob-welcome',
  '/app/setting',
  '/app/setting/account',
  '/app/setting/notification',
  '/app/setting/billing',
  '/app/setting/billing-plan/change-plan',
  '/app/setting/wallet',
  '/app/setting/payments',
  '/app/orders/payment-success',
  '/app/store-analytics',
  '/app/nope',
  '/app/catalog',
  '/app/catalog/dropshipping',
  '/app/catalog/personalized',
  '/app/find-product',
  '/app/find-product/trending',
  '/app/find-product/collection',
  '/app/find-product/image',
  '/app/find-product/favorite-supplier',
  '/app/find-product/experts-choice',
  '/app/setting/source-account',
  '/app/products-import',
  '/app/products',
  '/app/products-center',
  '/app/products-center/supplier-list',
  '/app/list',
  '/app/setting/channel',
  '/app/setting/migrate',
  '/app/setting/integration',
  '/app/setting/integration/product-copy',
  '/app/setting/integration/cashback_setting',
  '/app/auth/bind/platform',
  '/app/setting/product',
  '/app/setting/selling-price',
  '/app/products/auto-update',
  '/app/setting/monitoring',
  '/app/setting/automation',
  '/app/setting/order/order-placement',
  '/app/setting/zopi-fulfillment',
  '/app/orders',
  '/app/orders/create',
  '/app/orders/shipment',
  '/app/orders/cancel-refund',
  '/app/v2/orders',
]
const SIZES = { large: { width: 1280, height: 800 }, small: { width: 390, height: 844 } }
/**
 * Both directions of writing; the colours do not depend on these, so each direction has its own. What a small screen
 * leaves out or moves is the same in both directions: axe looks at it in one (accessibility-small).
 */
const COLORS = { en: 'light', ar: 'dark' } as const
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Naming every element that is well takes longer than looking at it.
  resultTypes: ['violations'],
  xpath: false,
  ancestry: false,
}

const ENOUGH_ITEMS = 8

/** Skeletons are gone, fonts and transitions are done: what is measured is what a person sees. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy="true"]').length === 0)
  // Styles are computed when a frame is drawn, and transitions begin there.
  await page.evaluate(async () => {
    const frame = () =>
      new Promise((done) => {
        requestAnimationFrame(done)
      })
    await frame()
    await frame()
    await Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished.catch(() => {}))])
    await frame()
  })
}

async function axe(page: Page): Promise<string[]> {
  return page.evaluate(
    async ({ options, enough }) => {
      const { axe: run } = window as unknown as {
        axe: {
          run: (
            options: object,
          ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
        }
      } // put there by `violations`
      // Items of a list are alike: a few of them say what sixty would. The others are taken out meanwhile, since axe
      // reads what is hidden as well. The list keeps its height, so that it does not load its next page.
      const shortened = [...document.querySelectorAll<HTMLElement>('ul, ol, tbody, [role="rowgroup"]')].map((list) => {
        list.style.minHeight = `${list.offsetHeight}px`
        const rest = [...list.children].slice(enough)
        for (const item of rest) item.remove()
        return { list, rest }
      })
      const { violations } = await run.run(options)
      for (const { list, rest } of shortened) {
        list.append(...rest)
        list.style.minHeight = ''
      }
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary.slice(0, 160)}`),
      )
    },
    { options: OPTIONS, enough: ENOUGH_ITEMS },
  )
}

async function sideways(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return wide > 0 ? [`scrolls sideways by ${wide} px`] : []
}

/**
 * Within the app a page is reached as a person reaches it, without loading the app anew: that took longer than looking
 * at the page.
 */
async function open(page: Page, path: string): Promise<void> {
  const isInApp = await page.evaluate(() => location.pathname.startsWith('/app'))
  if (!isInApp || !path.startsWith('/app')) return void (await page.goto(path))
  await page.evaluate(async (to) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { navigate: (to: object) => Promise<void>; load: () => Promise<void> }
    } // the router's own name for itself, meant for tools
    // Done when the page is there: until then the one before stays on the screen.
    await router.navigate({ to })
    await router.load()
  }, path)
}

type Size = keyof typeof SIZES

/** At every size the page is measured for scrolling sideways. `looked`: the sizes that axe looks at. */
async function violations(page: Page, path: string, sizes: readonly Size[], looked: Size): Promise<string[]> {
  const problems: string[] = []
  await page.setViewportSize(SIZES[sizes[0] ?? looked])
  await open(page, path)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  for (const name of sizes) {
    await page.setViewportSize(SIZES[name])
    await settled(page)
    const found = name === looked ? await axe(page) : []
    problems.push(...[...found, ...(await sideways(page))].map((problem) => `${path} (${name}) ${problem}`))
  }
  return problems
}

/** The detail of a product that is whole, and the editor of it once it is imported. */
async function aProduct(token: string): Promise<string[]> {
  for (let tries = 0; tries < 200; tries++) {
    const { items } = (await call('GET', '/center/products/find?source=zopi&sort=desc_lastest_volume', token)) as {
      items: { source: string; source_product_id: string; status: string }[]
    } // the contract's shape
    const whole = items.find((item) => item.status === 'full')
    if (whole) {
      const { product_package_id } = (await call('POST', `/center/products/import/${whole.source}`, token, {
        supplier_product_id: whole.source_product_id,
      })) as { product_package_id: string } // the contract's shape
      return [
        `/app/find-product/${whole.source}/detail/${whole.source_product_id}/US`,
        `/app/products-import/editor/${product_package_id}`,
      ]
    }
    await new Promise((done) => setTimeout(done, 500))
  }
  throw new Error('no product became whole')
}

/** Two pages at a time: while one waits for the server, the other is looked at. */
async function visitAll(context: BrowserContext, paths: readonly string[], visit: Visit): Promise<string[]> {
  const queue = [...paths]
  const problems: string[] = []
  const work = async () => {
    const page = await context.newPage()
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) problems.push(...(await visit(page, path)))
    await page.close()
  }
  await Promise.all([work(), work()])
  return problems
}
type Visit = (page: Page, path: string) => Promise<string[]>

/** Every address, as somebody new sees it who speaks this language. */
export async function looksAtEveryRoute(
  locale: keyof typeof COLORS,
  sizes: readonly Size[],
  looked: Size,
): Promise<string[]> {
  const look = { colorScheme: COLORS[locale], reducedMotion: 'reduce' } as const
  const visit: Visit = (page, path) => violations(page, path, sizes, looked)
  const me = await newAccount()
  // Signed in, the account's own language wins; the sign-in itself is done in English, by its words.
  if (locale === 'ar') await call('PUT', '/auth/account/set-language', me.token, { language: 'ar' })
  const seat = await sit({ ...look, locale })
  const problems = await visitAll(seat.context, PUBLIC, visit)
  await seat.context.close()
  const inApp = await sit(look)
  await signIn(inApp.page, me)
  problems.push(...(await visitAll(inApp.context, IN_APP, visit)))
  // The catalogue fills while the other pages are looked at.
  problems.push(...(await visitAll(inApp.context, await aProduct(me.token), visit)))
  await inApp.context.close()
  return problems
}

/** The demo's pages on the narrowest screen, in a language that needs more room. */
export async function looksAtLongTexts(): Promise<string[]> {
  const seat = await sit({ viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' })
  await signIn(seat.page)
  const problems = await visitAll(seat.context, ['/', '/public/pricing', ...IN_APP], async (page, path) => {
    await page.goto(path)
    await settled(page)
    await page.evaluate(() => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const words = node.textContent?.trim().split(/\s+/) ?? []
        if (words.length > 1)
          node.textContent = `${node.textContent} ${words.slice(0, Math.ceil(words.length * 0.4)).join(' ')}`
      }
    })
    return (await sideways(page)).map((problem) => `${path} ${problem}`)
  })
  await seat.context.close()
  return problems
}
