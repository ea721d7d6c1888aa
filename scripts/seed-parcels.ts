/** The demo shop's parcels: older sales that were bought elsewhere, one or two in every status, some of them in need. */
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { ORDER_SOURCE_IDS, TRACKER_ID } from '@omni/domain/vendors/manifest.ts'
import { DEMO_SHOP } from './demo-shops.ts'
import type { Act, Call } from './demo-shops.ts'

/** Where nothing is ordered through us: a seller buys there by hand. */
const BOUGHT_AT = SOURCES.find((source) => !ORDER_SOURCE_IDS.some((id) => id === source)) ?? SOURCES[0]

interface Sale {
  number: string
  carrier: string
  kind: string
  /** When the carrier had it first. Not before the sale, or it would be another parcel's. */
  hours_ago: number
}

const PARCELS: readonly Sale[] = [
  { number: 'YT2431884011', carrier: 'YunExpress', kind: 'delivered', hours_ago: 150 },
  { number: '9400111899560223001', carrier: 'USPS', kind: 'delivered', hours_ago: 140 },
  { number: '9400111899562177001', carrier: 'USPS', kind: 'delivered', hours_ago: 123 },
  { number: 'YT2431884029', carrier: 'YunExpress', kind: 'delivered', hours_ago: 99 },
  { number: '1Z8840E10300001', carrier: 'UPS', kind: 'delivered', hours_ago: 30 },
  { number: 'YT2431884037', carrier: 'YunExpress', kind: 'delivered', hours_ago: 3 },
  { number: 'LP0055217736', carrier: 'Cainiao', kind: 'customs', hours_ago: 110 },
  { number: 'LP0055201180', carrier: 'Cainiao', kind: 'silent', hours_ago: 96 },
  { number: 'LP0055201198', carrier: 'Cainiao', kind: 'silent', hours_ago: 130 },
  { number: '1Z8840E10300002', carrier: 'UPS', kind: 'failed', hours_ago: 129 },
  { number: 'CJ7781003219', carrier: 'CJPacket', kind: 'returned', hours_ago: 150 },
  { number: 'CJ7781003227', carrier: 'CJPacket', kind: 'lost', hours_ago: 90 },
  { number: 'YT2431884045', carrier: 'YunExpress', kind: 'pickup', hours_ago: 124 },
  { number: 'YT2431884053', carrier: 'YunExpress', kind: 'not_found', hours_ago: 5 },
  // Nobody can tell its carrier.
  { number: 'XX7781003235', carrier: 'Local courier', kind: 'silent', hours_ago: 5 },
]
const isOfShop = (order: Orders['items'][number] | undefined) => order?.channel === DEMO_SHOP.platform
const TRIES = 60
const PAUSE_MS = 1000

interface Orders {
  items: { order_id: string; number: string; channel: string; ordered_at: string; lines: { line_id: string }[] }[]
}
interface Listed {
  items: { tracking_number: string; status: string }[]
}

export async function seedParcels(call: Call, act: Act): Promise<void> {
  const path = '/orders/v5/list?order_status=placement&sub_status=ready&sort=asc&page_size=50'
  const { items } = (await call('GET', path)) as Orders // the contract's shape
  const old = items.filter(({ ordered_at }) => Date.now() - Date.parse(ordered_at) > 7 * 86_400_000)
  const sent = PARCELS.slice(0, old.length)
  for (const [at, { number, carrier, kind, hours_ago }] of sent.entries()) {
    const order = old[at]
    if (!order) continue
    await act(TRACKER_ID, 'plan', { number, kind, hours_ago })
    await call('PUT', '/orders/v4/manually-fulfill', {
      order_id: order.order_id,
      line_ids: order.lines.map(({ line_id }) => line_id),
      source: BOUGHT_AT,
      order_no: `A-${1000 + at}`,
      total: 900 + at * 35,
      tracking_number: number,
      carrier,
    })
  }
  // The tracker's first look takes minutes; the demo's took place already.
  const left = new Set(sent.map(({ number }) => number))
  for (let tries = 0; tries < TRIES && left.size > 0; tries++) {
    for (const number of left)
      await act(TRACKER_ID, 'look_now', { number }).then(
        () => left.delete(number),
        () => undefined, // not registered yet, or never
      )
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  const handled = async () =>
    ((await call('GET', '/orders/v5/trackings?page_size=100')) as Listed).items.filter(
      ({ status }) => status !== 'pending',
    )
  for (let tries = 0; tries < TRIES && (await handled()).length < sent.length - 2; tries++)
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  await dispute(act, sent, old)
}

/** A buyer of the store wants money back for what was delivered. */
async function dispute(act: Act, sent: readonly Sale[], orders: Orders['items']): Promise<void> {
  const at = sent.findIndex(({ kind, hours_ago }, n) => kind === 'delivered' && hours_ago > 126 && isOfShop(orders[n]))
  const order = Number(orders[at]?.number.replace('#', ''))
  if (at < 0 || !Number.isInteger(order)) return
  await act(DEMO_SHOP.platform, 'refund_line', { ...DEMO_SHOP.where, order, note: 'It arrived broken' })
}
