/** What was sold in a store, as its channel tells it. */
import { expect, test } from 'vitest'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition } from '../channel.ts'
import { make } from './listing-cases.ts'
import { type ChannelSubject, open } from './subject.ts'

const MINUTE_MS = 60_000
const SEND_WITHIN_MS = 5_000

export function orderCases(definition: ChannelDefinition, subject: () => Promise<ChannelSubject>): void {
  if (!definition.orders) return

  async function sold(quantity: number) {
    const store = await subject()
    const channel = open(definition, store)
    const { orders } = channel
    if (!orders || !store.sales) throw new Error('it offers orders')
    const { remote } = await make(channel)
    const remote_id = await store.sales.sell(remote.remote_id, quantity)
    const read = async () => {
      const [order] = await orders.read({ remote_ids: [remote_id] })
      if (!order) throw new Error('it was just sold')
      return order
    }
    return { remote, remote_id, orders, sales: store.sales, read }
  }

  test(
    'a sale is read by its id, with what was bought, for how much and by whom',
    async () => {
      const { remote, remote_id, read, orders } = await sold(2)
      const order = await read()
      const [line] = order.lines
      const [variant] = remote.variants
      expect(order).toMatchObject({ remote_id, financial: 'paid', fulfilment: 'unfulfilled', cancelled_at: null })
      expect(line).toMatchObject({
        remote_product_id: remote.remote_id,
        remote_variant_id: variant?.remote_variant_id,
        quantity: 2,
        current_quantity: 2,
        unit_price: variant?.price,
      })
      expect(order.total).toBe(order.subtotal - order.discounts + order.shipping + order.taxes)
      expect(order.address?.country_code).toMatch(/^[A-Z]{2}$/)
      expect([order.customer.name, order.customer.email]).not.toContain('')
      expect(await orders.read({ remote_ids: [`${remote_id}0`] })).toEqual([])
    },
    CASE_MS,
  )

  test(
    'what changed since a moment is listed page by page, oldest change first',
    async () => {
      const first = await sold(1)
      const second = await sold(1)
      const changed_since = new Date(Date.parse((await first.read()).version) - MINUTE_MS)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await first.orders.list({ changed_since, page_size: 1, ...(cursor && { cursor }) })
        seen.push(...page.items.map(({ remote_id }) => remote_id))
        cursor = page.next ?? undefined
      } while (cursor)
      expect(seen).toEqual(expect.arrayContaining([first.remote_id, second.remote_id]))
      expect(seen.indexOf(first.remote_id)).toBeLessThan(seen.lastIndexOf(second.remote_id))
      const later = await first.orders.list({ changed_since: new Date(Date.now() + 60 * MINUTE_MS), page_size: 10 })
      expect(later).toEqual({ items: [], next: null })
    },
    CASE_MS,
  )

  test(
    'a piece that was refunded is no longer wanted; a cancelled order says so',
    async () => {
      const { remote_id, read, sales } = await sold(2)
      await sales.refund(remote_id)
      const half = await read()
      expect(half).toMatchObject({ financial: 'partially_refunded', lines: [{ quantity: 2, current_quantity: 1 }] })
      expect(half.refunds).toMatchObject([{ amount: half.lines[0]?.unit_price, lines: [{ quantity: 1 }] }])
      await sales.cancel(remote_id)
      expect((await read()).cancelled_at).not.toBeNull()
    },
    CASE_MS,
  )

  test.skipIf(!definition.orders.cancel)(
    'a sale is taken back, and the order says so; once more does no harm',
    async () => {
      const { remote_id: remote_order_id, orders, read } = await sold(1)
      const cancel = async () => {
        const send = await orders.cancel?.prepare({ remote_order_id, reason: 4 })
        return send?.(performance.now() + SEND_WITHIN_MS)
      }
      // A store may do it in the background: the order itself tells.
      expect(['done', 'unknown']).toContain((await cancel())?.outcome)
      await expect.poll(async () => (await read()).cancelled_at, { timeout: 20_000 }).not.toBeNull()
      const { cancelled_at, cancel_reason } = await read()
      await cancel()
      expect(await read()).toMatchObject({ cancelled_at, cancel_reason })
    },
    CASE_MS,
  )
}
