import { expect, test } from 'vitest'
import { z } from 'zod'
import { countingUnread, parts, rows } from './rows.ts'

const Order = z.object({ id: z.string(), notes: parts(z.object({ text: z.string() })) })
const Page = z.object({ orders: rows(Order) })
const page = { orders: [{ id: '1', notes: [{ text: 'a' }, { text: 2 }] }, { id: 2 }, { id: '3' }] }

test('one row that cannot be read: the others are taken, and it is counted, without what it holds', async () => {
  expect(await countingUnread(async () => Page.parse(page))).toEqual({
    value: {
      orders: [
        { id: '1', notes: [{ text: 'a' }] },
        { id: '3', notes: [] },
      ],
    },
    unread: { rows: 2, missing: 1, example: 'text: invalid_type' },
  })
})

test('where nobody counts, a row that is left out would look like one that is not there', () => {
  expect(Page.safeParse(page).error?.issues).toMatchObject([{ path: ['orders', 1, 'id'] }])
  expect(Page.safeParse({ orders: [{ id: '1', notes: 'none' }] }).data).toEqual({ orders: [{ id: '1', notes: [] }] })
})

test('two that count at the same time do not count each other', async () => {
  const read = (body: unknown) =>
    countingUnread(async () => {
      await Promise.resolve()
      return Page.parse(body)
    })
  const [first, second] = await Promise.all([read(page), read({ orders: [] })])
  expect([first.unread.rows, second.unread.rows]).toEqual([2, 0])
})
