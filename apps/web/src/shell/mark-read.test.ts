import { expect, test } from 'vitest'
import { markIn } from './mark-read.ts'

const item = (notification_id: string, kind: 'order' | 'system', read: boolean) => ({
  notification_id,
  kind,
  read,
  title: '',
  body: '',
  link: null,
  created_at: '',
})
const list = {
  items: [item('a', 'order', false), item('b', 'system', false), item('c', 'order', true)],
  next_cursor: null,
  total: 3,
  total_is_capped: false,
  unread: { total: 12, product: 0, supplier: 0, order: 4 },
}

test('rows and counts change together; what was read already is not counted twice', () => {
  const after = markIn(list, ['a', 'b', 'c'], true)
  expect(after.items.every(({ read }) => read)).toBe(true)
  expect(after.unread).toEqual({ total: 10, product: 0, supplier: 0, order: 3 })
})

test('undo brings the counts back', () => {
  const after = markIn(markIn(list, ['a'], true), ['a'], false)
  expect(after).toEqual(list)
})

test('all means also those further down the list', () => {
  expect(markIn(list, undefined, true).unread).toEqual({ total: 0, product: 0, supplier: 0, order: 0 })
})
