import { expect, test } from 'vitest'
import { saleKey, soldIn } from './one-sale.ts'

test('a copy and what it is a copy of have one key; other orders have none, or their own', () => {
  const copy = { remote_id: 'gid://shopify/Order/1', ...withSource('TikTok Shop', '576') }
  expect(saleKey('shopify', copy)).toBe(saleKey('tiktok', { remote_id: '576' }))
  expect(saleKey('tiktok', { remote_id: '577' })).not.toBe(saleKey('shopify', copy))
  expect(saleKey('shopify', { remote_id: '576' })).toBeNull()
})

test('the app is known by its name, however it is written', () => {
  for (const name of ['TikTok', 'tik tok', 'tiktok shop'])
    expect(soldIn(name, '576')).toEqual({ channel: 'tiktok', remote_id: '576' })
})

test('a source that is no channel of ours, or that names no id, is no copy', () => {
  expect(soldIn('web', '576')).toBeUndefined()
  expect(soldIn('tiktok', '')).toBeUndefined()
})

function withSource(name: string, id: string) {
  const sold_in = soldIn(name, id)
  return sold_in ? { sold_in } : {}
}
