/**
 * What any account can be asked about orders, a real one too. Nothing is bought there; with `writes`, one order is made
 * unpaid and taken back, where the supplier can do both.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CASE_MS, kindOf } from '../../conformance/vendor-subject.ts'
import type { Send } from '../../open-vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { Supplier } from '../open-supplier.ts'
import type { SupplierDefinition } from '../supplier.ts'
import type { SupplyAddress } from '../supply-order.ts'
import { findGoods } from './find-goods.ts'
import { open, type Subject } from './subject.ts'

export type Orders = NonNullable<Supplier['orders']>

export const ADDRESS: SupplyAddress = {
  name: 'Ada Lovelace',
  phone_country: '1',
  phone: '7755550100',
  email: 'ada@example.com',
  company: '',
  address1: '1 Analytical Road',
  address2: '',
  city: 'Reno',
  province: 'Nevada',
  zip: '89501',
  country_code: 'US',
  country_name: 'United States',
  tax_id: '',
}
const SEND_WITHIN_MS = 5_000

export const newReference = (): string => `om${randomUUID().replaceAll('-', '').slice(0, 20)}-1`
export const sendNow = async <R>(prepared: Promise<Send<R>>): Promise<WriteOutcome<R>> =>
  (await prepared)(performance.now() + SEND_WITHIN_MS)

export function accountOrderCases(definition: SupplierDefinition, subject: () => Promise<Subject>): void {
  const check = (title: string, run: (orders: Orders, ready: Subject) => Promise<void>) =>
    test(
      title,
      async ({ skip }) => {
        const ready = await subject()
        const { orders } = open(definition, ready)
        if (!orders || !ready.account) return skip('no account that orders')
        await run(orders, ready)
      },
      CASE_MS,
    )

  check('an order that is not there is not_found', async (orders) => {
    expect(await kindOf(orders.get({ order_no: '1' }))).toBe('not_found')
    if (orders.find) expect(await orders.find({ reference: 'om-nothing-1' })).toEqual([])
  })

  if (definition.orders?.balance)
    check('the account tells what it can pay with', async (orders) => {
      const balance = await orders.balance?.(null)
      expect(balance?.currency).toMatch(/^[A-Z]{3}$/)
      expect(Number.isInteger(balance?.amount)).toBe(true)
    })

  if (definition.orders?.places)
    check('the names of its provinces and cities are told', async (orders) => {
      const places = (await orders.places?.({ country_code: 'DE' })) ?? []
      expect(places.length).toBeGreaterThan(0)
      expect(places.flatMap(({ province, cities }) => [province, ...cities])).not.toContain('')
    })

  test(
    'one is made unpaid, found by its reference, and taken back',
    async ({ skip }) => {
      const ready = await subject()
      if (!ready.writes) return skip('only where it was asked for')
      const { orders } = open(definition, ready)
      if (!orders?.find || !orders.pay || !orders.cancel) return skip('what is made there cannot be taken back')
      const goods = await findGoods(definition, ready, ADDRESS.country_code)
      await makeAndTakeBack({ ...orders, find: orders.find, cancel: orders.cancel }, goods)
    },
    CASE_MS,
  )
}

type Revocable = Orders & Required<Pick<Orders, 'find' | 'cancel'>>

async function makeAndTakeBack(orders: Revocable, goods: Awaited<ReturnType<typeof findGoods>>): Promise<void> {
  const reference = newReference()
  try {
    const made = await sendNow(orders.create.prepare({ ...goods, address: ADDRESS, reference }))
    expect(made).toMatchObject({ outcome: 'done', reply: { is: 'order' } })
    expect(await orders.find({ reference })).toMatchObject([{ reference, paid: false, status: 'unpaid' }])
  } finally {
    // By its reference: a create whose reply was lost may have made it all the same.
    for (const { order_no, closed } of await orders.find({ reference }))
      if (!closed) expect((await sendNow(orders.cancel.prepare({ order_no }))).outcome).toBe('done')
  }
  expect((await orders.find({ reference })).filter(({ closed }) => !closed)).toEqual([])
}
