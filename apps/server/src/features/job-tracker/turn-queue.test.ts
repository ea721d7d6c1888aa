import { expect, test } from 'vitest'
import { turnQueue } from './turn-queue.ts'

test('a run hears of others that left their place and did not come back', () => {
  let now = 0
  const queue = turnQueue(() => now)
  queue.leave('first')
  expect([queue.others('first'), queue.others('second')]).toEqual([false, true])
  queue.begin('first')
  expect(queue.others('second')).toBe(false)
  queue.leave('first')
  now += 61_000
  expect(queue.others('second')).toBe(false)
})
