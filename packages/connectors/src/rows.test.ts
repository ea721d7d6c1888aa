import { expect, test } from 'vitest'
import { z } from 'zod'
import { choices, countingUnread, parts, rows } from './rows.ts'

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

test('what one may choose from: one that cannot be read is not offered, and nothing is not the answer where all are odd', async () => {
  const Services = z.object({ services: choices(z.object({ name: z.string() })) })
  const some = { services: [{ name: 'Post' }, { name: 5 }] }
  expect(await countingUnread(async () => Services.parse(some))).toEqual({
    value: { services: [{ name: 'Post' }] },
    unread: { rows: 1, missing: 0, example: 'name: invalid_type' },
  })
  expect(Services.parse(some).services).toHaveLength(1)
  expect(Services.parse({}).services).toEqual([])
  expect(Services.safeParse({ services: [{ name: 5 }] }).success).toBe(false)
})
