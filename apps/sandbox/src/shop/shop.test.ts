import { expect, test } from 'vitest'
import { useSandbox } from '../test-sandbox.ts'
import { amazon } from '../vendors/amazon/index.ts'
import { ebay } from '../vendors/ebay/index.ts'
import { temu } from '../vendors/temu/index.ts'

const sandbox = useSandbox([temu, ebay, amazon])
type Shop = 'temu' | 'ebay' | 'amazon'

const ask = (shop: Shop, path: string, body?: unknown, buyer = 'ada') =>
  fetch(`${sandbox.url}/${shop}/site/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(buyer && { authorization: `Bearer ${buyer}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

for (const shop of ['temu', 'ebay', 'amazon'] as const)
  test(`${shop}: the checkout shows a total, each press buys once more, and the history shows it`, async () => {
    const { goods } = (await (await ask(shop, 'goods')).json()) as { goods: { product_id: string; sku_id: string }[] }
    const [{ product_id, sku_id } = { product_id: '', sku_id: '' }] = goods
    const lines = [{ product_id, sku_id, quantity: 1 }]
    const { total } = (await (await ask(shop, 'checkout', { lines, country_code: 'US' })).json()) as { total: number }
    expect(total).toBeGreaterThan(0)
    const order = { lines, country_code: 'US', recipient: 'Ada', address1: '1 Main Street', zip: '62701', total }
    expect((await ask(shop, 'press', { ...order, total: total - 1 })).status).toBe(409)
    const bought = (await (await ask(shop, 'press', order)).json()) as { order_no: string; paid: boolean }
    expect(bought).toMatchObject({ paid: true, total })
    await sandbox.setFaults(shop, [{ kind: 'drop_reply', endpoint: 'site-press', percent: 100, times: 1 }])
    await expect(ask(shop, 'press', order)).rejects.toThrow('fetch failed')
    const { orders } = (await (await ask(shop, 'orders')).json()) as { orders: { order_no: string }[] }
    expect(orders).toHaveLength(2)
    expect(await (await ask(shop, `orders/${bought.order_no}`)).json()).toMatchObject({
      recipient: 'Ada',
      zip: '62701',
    })
    expect((await sandbox.get(`/control/${shop}/books`)).body.payments).toHaveLength(2)
    // Of somebody else, and of nobody.
    expect(await (await ask(shop, 'orders', undefined, 'bob')).json()).toEqual({ orders: [] })
    expect((await ask(shop, `orders/${bought.order_no}`, undefined, 'bob')).status).toBe(404)
    expect((await ask(shop, 'buyer', undefined, '')).status).toBe(401)
    await sandbox.send('POST', `/control/vendors/${shop}/actions/sell_out`, { sku_id })
    expect(await (await ask(shop, 'checkout', { lines, country_code: 'US' })).json()).toEqual({
      error: 'product_sold_out',
    })
  })
