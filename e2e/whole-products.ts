/** Products that the catalogue knows whole, imported and edited: for the journeys of products. */
import type { Page } from 'playwright-core'
import { beforeAll, inject } from 'vitest'
import { call, newAccount, signIn, sit } from './browser.ts'

export type Account = Awaited<ReturnType<typeof newAccount>>
interface Card {
  source: string
  source_product_id: string
  name: string
  status: string
  total_variants: number
}
export interface Row {
  product_id: string
  title: string
  total_variants: number
  price_min: number
  price_max: number
  tags: string[]
  source_product_id: string
}
interface Editable {
  title: string
  options: { name: string; values: string[] }[]
  variants: { variant_id: string; price: number; enabled: boolean }[]
}

/** Product addresses as sellers copy them. */
const ADDRESSES: Record<string, (id: string) => string> = {
  temu: (id) => `https://www.temu.com/a-product-g-${id}.html`,
  aliexpress: (id) => `https://www.aliexpress.com/item/${id}.html`,
  ebay: (id) => `https://www.ebay.com/itm/${id}`,
}
const wholeProducts: Card[] = []
const WANTED = 80

export async function until<T>(what: string, seconds: number, check: () => Promise<T | false>): Promise<T> {
  for (const end = Date.now() + seconds * 1000 * inject('patience'); Date.now() < end;) {
    const found = await check()
    if (found !== false) return found
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`${what}: not within ${seconds} s`)
}

/** While the catalogue fills, the worker is busy and the mail may be late. */
export const account = (name: string) => until('an account', 100, () => newAccount(name).catch(() => false as const))

/** Products the catalogue knows whole: an import copies them at once. */
beforeAll(async () => {
  const { token } = await account('Sol')
  await until('whole products in the catalogue', 170, async () => {
    wholeProducts.length = 0
    for (const source of Object.keys(ADDRESSES)) {
      const { items } = (await call(
        'GET',
        `/center/products/find?source=${source}&sort=desc_lastest_volume&page_size=100`,
        token,
      )) as { items: Card[] } // the contract's shape
      wholeProducts.push(
        ...items.filter(({ status, total_variants }) => status === 'full' && total_variants > 1 && total_variants < 60),
      )
    }
    return wholeProducts.length >= WANTED && true
  })
})

export const addressOf = (card: Pick<Card, 'source' | 'source_product_id'> | undefined) =>
  ADDRESSES[card?.source ?? '']?.(card?.source_product_id ?? '') ?? ''
export const some = (from: number, count: number) => wholeProducts.slice(from, from + count)
export const tracker = (page: Page) => page.getByRole('region', { name: 'Background jobs' })
export const rows = (page: Page) => page.getByRole('region', { name: 'Import list' }).locator('tbody tr')

export const listed = async (me: Account, query = '') =>
  (await call('GET', `/center/products/import/listing?page_size=100${query}`, me.token)) as {
    items: Row[]
    total: number
    next_cursor: string | null
  } // the contract's shape
export const product = async (me: Account, id: string) =>
  ((await call('GET', `/center/products/${id}`, me.token)) as { product: Editable }).product // the contract's shape

/** To prepare: products in the import list without the screens. */
export async function importThem(me: Account, cards: readonly Card[]): Promise<Row[]> {
  const { total } = await listed(me)
  await call('POST', '/center/products/import/run', me.token, {
    rows: cards.map(({ source, source_product_id }, n) => ({ line: n + 1, source, product_id: source_product_id })),
  })
  await until('the import', 40, async () => (await listed(me)).total === total + cards.length && true)
  await closeTracker(me)
  return (await listed(me)).items
}
export const closeTracker = (me: Account) =>
  until('no job is running', 40, () =>
    call('POST', '/center/products/jobs/close', me.token, {}).then(
      () => true,
      () => false as const,
    ),
  )

export async function open(me: Account, path: string) {
  const seat = await sit()
  await signIn(seat.page, me)
  await seat.page.goto(path)
  return seat
}

/** What ended before the page saw it begin is shown folded. */
export async function undoInTracker(page: Page) {
  const undo = tracker(page).getByRole('button', { name: 'Undo' })
  const unfold = tracker(page).getByRole('button', { name: 'Unfold the tracker' })
  await undo.or(unfold).first().waitFor()
  if (await unfold.isVisible()) await unfold.click()
  await undo.click()
}
