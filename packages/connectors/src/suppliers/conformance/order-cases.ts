/** Buying once, judged by the supplier's own books, whatever becomes of the replies. */
import { expect, test } from 'vitest'
import { CASE_MS, kindOf } from '../../conformance/vendor-subject.ts'
import type { SupplierDefinition } from '../supplier.ts'
import type { NewSupplyOrder } from '../supply-order.ts'
import { ADDRESS, newReference, type Orders, sendNow } from './account-order-cases.ts'
import { findGoods, type Goods } from './find-goods.ts'
import { type Buying, open, type Subject } from './subject.ts'

const LANDS_AFTER_MS = 1_500
const BEHIND_MS = 60_000
const RAISED_BY = 50

export interface Desk {
  orders: Orders
  buying: Buying
  setFaults(faults: { kind: string; [setting: string]: unknown }[]): Promise<void>
  /** A basket that can be bought, under a reference of its own. */
  basket(): NewSupplyOrder
}

/** The supplier's number of what was created; fails where that is not what happened. */
export function numberOf(outcome: Awaited<ReturnType<typeof createOne>>): string {
  if (outcome.outcome !== 'done' || outcome.reply.is !== 'order') throw new Error(JSON.stringify(outcome))
  return outcome.reply.order.order_no
}
export const createOne = ({ orders }: Desk, basket: NewSupplyOrder) => sendNow(orders.create.prepare(basket))

/** Whatever comes between creating and paying. */
async function confirmed({ orders }: Desk, order_no: string): Promise<number> {
  if (orders.confirm) expect((await sendNow(orders.confirm.prepare({ order_no }))).outcome).toBe('done')
  const { total, confirmed: is, paid } = await orders.get({ order_no })
  expect([is, paid]).toEqual([true, false])
  if (total === null) throw new Error('an order that waits for its payment has a total')
  return total
}

/** `more`: further cases with the same desk. */
export function orderCases(
  definition: SupplierDefinition,
  subject: () => Promise<Subject>,
  more: (buying: (title: string, run: (desk: Desk) => Promise<void>) => void) => void,
): void {
  let goods: Promise<Goods> | undefined
  const desk = async (): Promise<Desk | undefined> => {
    const ready = await subject()
    const { orders } = open(definition, ready)
    if (!orders || !ready.buying || !ready.outside) return undefined
    const found = await (goods ??= findGoods(definition, ready, 'US'))
    return {
      orders,
      buying: ready.buying,
      setFaults: ready.outside.setFaults,
      basket: () => ({ ...found, address: ADDRESS, reference: newReference() }),
    }
  }
  const buying = (title: string, run: (desk: Desk) => Promise<void>) =>
    test(
      title,
      async ({ skip }) => {
        const ready = await desk()
        if (!ready) return skip('the other side takes no orders')
        try {
          await run(ready)
        } finally {
          await ready.setFaults([])
          await ready.buying.act('raise_prices', { percent: 0 })
          await ready.buying.act('restock', {})
        }
      },
      CASE_MS,
    )

  buying('bought: one order and one payment in the books, of the total that was told', async (ready) => {
    const { orders, buying: outside } = ready
    const basket = ready.basket()
    const order_no = numberOf(await createOne(ready, basket))
    const total = await confirmed(ready, order_no)
    const { orders: booked } = await outside.books(basket.reference)
    expect(booked.map((order) => order.items_total + order.shipping_total)).toEqual([total])
    expect(total).toBeLessThanOrEqual(basket.max_total)
    if (orders.find)
      expect(await orders.find({ reference: basket.reference })).toMatchObject([{ order_no, paid: false }])
    if (!orders.pay) return
    expect((await sendNow(orders.pay.prepare({ order_no, total }))).outcome).toBe('done')
    expect(await orders.get({ order_no })).toMatchObject({ order_no, paid: true, closed: false, total })
    expect((await outside.books(basket.reference)).payments).toMatchObject([{ amount: total }])
  })

  for (const kind of ['drop_reply', 'act_then_fail', 'malformed_json'])
    buying(`created and not told (${kind}): unknown, one order in the books`, async (ready) => {
      const { orders, buying: outside } = ready
      const basket = ready.basket()
      await ready.setFaults([{ kind, endpoint: outside.endpoints.create, times: 1 }])
      expect((await createOne(ready, basket)).outcome).toBe('unknown')
      const { orders: booked } = await outside.books(basket.reference)
      expect(booked).toHaveLength(1)
      if (orders.find) expect(await orders.find({ reference: basket.reference })).toHaveLength(1)
    })

  buying('an answer that comes twice is one order, and never taken for the answer to something else', async (ready) => {
    const basket = ready.basket()
    await ready.setFaults([{ kind: 'answer_twice', endpoint: ready.buying.endpoints.create }])
    const outcome = await createOne(ready, basket)
    await ready.setFaults([])
    // What comes behind an answer may spoil it: then it is looked up.
    expect(['done', 'unknown']).toContain(outcome.outcome)
    expect((await ready.buying.books(basket.reference)).orders).toHaveLength(1)
    const other = ready.basket()
    const order_no = numberOf(await createOne(ready, other))
    const { orders: booked } = await ready.buying.books(other.reference)
    expect(booked.map(({ no }) => order_no.endsWith(String(no)))).toEqual([true])
  })

  buying('a reference that is sent again makes no second order', async (ready) => {
    const basket = ready.basket()
    const order_no = numberOf(await createOne(ready, basket))
    const again = await createOne(ready, basket)
    if (again.outcome === 'done' && again.reply.is === 'order') expect(again.reply.order.order_no).toBe(order_no)
    expect((await ready.buying.books(basket.reference)).orders).toHaveLength(1)
  })

  buying('sold out: told by the quote, refused or unknown when bought, nothing in the books', async (ready) => {
    const { orders, buying: outside } = ready
    const basket = ready.basket()
    await outside.act('sell_out', { sku_id: basket.lines[0]?.sku_id ?? '' })
    const query = { lines: basket.lines, country_code: 'US', ship_from: basket.ship_from }
    expect(await kindOf(orders.quote(query))).toBe('out_of_stock')
    expect(['refused', 'unknown']).toContain((await createOne(ready, basket)).outcome)
    expect((await outside.books(basket.reference)).orders).toEqual([])
  })

  buying('a price that jumps is seen before anything is paid', async (ready) => {
    const { orders, buying: outside } = ready
    const basket = ready.basket()
    const query = { lines: basket.lines, country_code: 'US', ship_from: basket.ship_from }
    const before = await orders.quote(query)
    const order_no = numberOf(await createOne(ready, basket))
    const agreed = await confirmed(ready, order_no)
    await outside.act('raise_prices', { percent: RAISED_BY })
    expect((await orders.quote(query)).items_total).toBeGreaterThan(before.items_total)
    expect((await orders.get({ order_no })).total).toBeGreaterThan(agreed)
    if (!outside.takes_totals || !orders.pay) return
    const paid = await sendNow(orders.pay.prepare({ order_no, total: agreed }))
    expect(paid).toMatchObject({ outcome: 'refused', code: 'price_changed' })
    const other = ready.basket()
    expect(await createOne(ready, { ...other, max_total: agreed })).toMatchObject({ code: 'price_changed' })
    expect((await outside.books(basket.reference)).payments).toEqual([])
    expect((await outside.books(other.reference)).orders).toEqual([])
  })

  if (definition.orders?.find) {
    buying('a request that lands after the line was cut is found when it has landed', async (ready) => {
      const { orders, buying: outside } = ready
      const { reference, ...basket } = ready.basket()
      await ready.setFaults([
        { kind: 'land_late', after_ms: LANDS_AFTER_MS, endpoint: outside.endpoints.create, times: 1 },
      ])
      expect((await createOne(ready, { ...basket, reference })).outcome).toBe('unknown')
      expect(await orders.find?.({ reference })).toEqual([])
      await expect.poll(() => orders.find?.({ reference }), { timeout: 20_000, interval: 500 }).toHaveLength(1)
      expect((await outside.books(reference)).orders).toHaveLength(1)
    })

    buying('a refusal that is a lie, and a look-up that lags: both come to light later', async (ready) => {
      const { orders, buying: outside } = ready
      const { reference, ...basket } = ready.basket()
      await ready.setFaults([{ kind: 'act_then_refuse', endpoint: outside.endpoints.create, times: 1 }])
      expect(['refused', 'unknown']).toContain((await createOne(ready, { ...basket, reference })).outcome)
      await ready.setFaults([{ kind: 'stale_reads', behind_ms: BEHIND_MS, endpoint: outside.endpoints.find }])
      expect(await orders.find?.({ reference })).toEqual([])
      await ready.setFaults([])
      expect(await orders.find?.({ reference })).toHaveLength(1)
    })
  }

  if (definition.orders?.pay) {
    buying('paid and not told: unknown; a second payment takes nothing', async (ready) => {
      const { orders, buying: outside } = ready
      const basket = ready.basket()
      const order_no = numberOf(await createOne(ready, basket))
      const total = await confirmed(ready, order_no)
      await ready.setFaults([{ kind: 'drop_reply', endpoint: outside.endpoints.pay, times: 1 }])
      const pay = () => orders.pay && sendNow(orders.pay.prepare({ order_no, total }))
      expect((await pay())?.outcome).toBe('unknown')
      expect((await orders.get({ order_no })).paid).toBe(true)
      await pay()
      expect((await outside.books(basket.reference)).payments).toMatchObject([{ amount: total }])
    })
  }

  if (definition.orders?.cancel) {
    buying('what is cancelled unpaid is closed, and cannot be paid', async (ready) => {
      const { orders, buying: outside } = ready
      const basket = ready.basket()
      const order_no = numberOf(await createOne(ready, basket))
      const { total } = await orders.get({ order_no })
      expect(orders.cancel && (await sendNow(orders.cancel.prepare({ order_no }))).outcome).toBe('done')
      expect(await orders.get({ order_no })).toMatchObject({ closed: true, paid: false, status: 'cancelled' })
      if (orders.pay)
        expect((await sendNow(orders.pay.prepare({ order_no, total: total ?? 0 }))).outcome).not.toBe('done')
      const { orders: booked, payments } = await outside.books(basket.reference)
      expect([booked.map(({ cancelled_at }) => cancelled_at !== null), payments]).toEqual([[true], []])
    })
  }
  more(buying)
}
