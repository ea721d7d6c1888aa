/**
 * A server, the outside world and a seller with goods and a store, for tests of what goes on between a store and us.
 * The server listens: the stores' webhooks reach it.
 */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { expect } from 'vitest'
import { z } from 'zod'
import { freePort } from '../platform/embedded-postgres.ts'
import { allowStore } from './allow-store.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { sandboxProcess } from './sandbox-process.ts'
import { siteKeys } from './site-keys.ts'
import { steppedTime } from './stepped-time.ts'
import { testServer } from './test-server.ts'

export const SHOP = 'northwind-goods.myshopify.com'
export const TIKTOK_SHOP = '7494049642642441621'
const SOLD_BY_SANDBOX = 100
const SETTLE_ROUNDS = 8
const SETTLE_STEP_MS = 5_000

interface Options {
  /** Beside what every such test needs. */
  env?: Record<string, string>
  /** Vendors' limits are stepped over. */
  stepped?: boolean
  /** The outside world's time goes on with ours: what is signed hours later is signed in time. */
  together?: boolean
  plan_id?: string
}
interface Goods {
  products?: number
  variants?: number
  /** Left out: all of them. */
  imported?: number
}
const Sold = z.object({ result: z.object({ orders: z.array(z.union([z.number(), z.string()])) }) })

export async function shopTest({
  env: more = {},
  stepped = false,
  together = false,
  plan_id = 'enterprise_monthly',
}: Options = {}) {
  const port = await freePort()
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  const sandbox = await sandboxProcess(SOLD_BY_SANDBOX, PUBLIC_URL)
  const time = steppedTime((ms) => sandbox.step(ms))
  const env = { ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: '1000', ...more }
  const server = await testServer(env, stepped || together ? { time } : {})
  const { ask } = server
  const me = await server.person()
  await server.behind.query('update users set plan_id = $1', [plan_id])
  await server.app.listen({ port, host: '127.0.0.1' })

  async function goOn(ms: number): Promise<void> {
    if (together) await time.skip(ms)
    const from = together ? Date.now() + time.ahead_ms() - ms : Math.max(server.clock.now.getTime(), Date.now())
    server.clock.now = new Date(from + ms)
  }
  /** Time goes on by a little, and everything that is due then is done. */
  async function settle(rounds = SETTLE_ROUNDS, step_ms = SETTLE_STEP_MS): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await goOn(step_ms)
      if ((await server.runJobs()).length === 0 && round > 0) return
    }
  }
  /** Until what was said outside has arrived and was read. */
  const eventually = (read: () => Promise<unknown>, wanted: unknown) =>
    expect
      .poll(async () => {
        await settle()
        return read()
      })
      .toEqual(wanted)

  /** Products of the first supplier, with pictures that a store can fetch, some of them in the seller's list. */
  async function importGoods({ products = 1, variants = 2, imported }: Goods = {}): Promise<string[]> {
    // A signature is good for some minutes of the shop's own time.
    server.clock.now = new Date()
    await fillCatalogue(server.behind, { products, variants })
    await server.behind.query(
      `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
      [sandbox.url],
    )
    // They are bought with an account of the seller's own.
    await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
    const import_data = Array.from({ length: imported ?? products }, (_, n) => ({
      source: 'cj' as const,
      product_id: `p${n + 1}`,
    }))
    await ask(importListCalls.importAll, { import_data }, me)
    const { items = [] } = (await ask(productCenterCalls.listProducts, {}, me)).body.data ?? {}
    return items.map(({ product_id }) => product_id)
  }

  /** A store that the seller lets us into, and has been read. */
  async function connect(platform: 'shopify' | 'woocommerce' | 'tiktok', site = 'demo'): Promise<string> {
    const allowed = async (url = '') => {
      const query = await allowStore(url)
      return ask(storeCalls.installPlatform, { platform, query }, me)
    }
    const ways = {
      shopify: async () =>
        allowed((await ask(storeCalls.linkPlatform, { platform, shop: 'northwind-goods' }, me)).body.data?.url),
      tiktok: async () => allowed((await ask(storeCalls.getConsentUrl, {}, me)).body.data?.url),
      woocommerce: async () => {
        const shop = `${sandbox.url}/woocommerce/${site}`
        return ask(storeCalls.connectByKeys, { ...(await siteKeys(sandbox, site)), shop }, me)
      },
    }
    const { body } = await ways[platform]()
    if (!body.data) throw new Error(`${platform} could not be connected: ${body.message}`)
    await settle()
    return body.data.id
  }

  async function push(
    store_id: string,
    product_ids: string[],
    more: Partial<CallInput<typeof listingCalls.pushToStores>> = {},
  ) {
    const { body } = await ask(listingCalls.pushToStores, { product_ids, store_ids: [store_id], ...more }, me)
    if (!body.success) throw new Error(`nothing was pushed: ${body.message}`)
    await settle()
  }

  /** A customer of the store buys; the store's number (`remote_id`: where numbers are too long for one), and our order once it is here. */
  async function sell(vendor: 'shopify' | 'woocommerce' | 'tiktok', input: object = {}) {
    const where = { shopify: { shop: SHOP }, tiktok: { shop: TIKTOK_SHOP }, woocommerce: {} }[vendor]
    const { orders } = Sold.parse(await sandbox.act(vendor, 'place_orders', { ...where, ...input })).result
    const remote_id = String(orders[0])
    let order: { order_id: string; lines: { line_id: string }[] } | undefined
    await expect
      .poll(async () => {
        await settle()
        const keyword = vendor === 'tiktok' ? remote_id : `#${remote_id}`
        const filter = { order_status: 'all', sub_status: 'all', keyword, channel: vendor } as const
        order = (await ask(orderCalls.listOrders, filter, me)).body.data?.items[0]
        return order !== undefined
      })
      .toBe(true)
    const line_ids = (order?.lines ?? []).map(({ line_id }) => line_id)
    return { number: Number(remote_id), remote_id, order_id: order?.order_id ?? '', line_ids }
  }

  return { env, sandbox, server, ask, me, settle, eventually, importGoods, connect, push, sell }
}
