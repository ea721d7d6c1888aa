import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inBursts } from './bursts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function received() {
  const times: [number, string][] = []
  const from = Date.now()
  const listen = inBursts((names) => times.push([Date.now() - from, names.join(' ')]))
  return { listen, times }
}

test('the first is handed on at once, and a lone one only once', () => {
  const { listen, times } = received()
  listen(['a', 'b'])
  expect(times).toEqual([[0, 'a b']])
  vi.advanceTimersByTime(5000)
  expect(times).toHaveLength(1)
  listen(['a'])
  expect(times.at(-1)).toEqual([5000, 'a'])
})

test('of a burst the last one is never lost, and a name that did not come again is left alone', () => {
  const { listen, times } = received()
  listen(['a', 'b'])
  for (let at = 0; at < 12; at++) {
    vi.advanceTimersByTime(100)
    listen(['a'])
  }
  vi.advanceTimersByTime(5000)
  expect(times).toEqual([
    [0, 'a b'],
    [500, 'a'],
    [1000, 'a'],
    [1500, 'a'],
  ])
})

test('another name does not wait for the burst', () => {
  const { listen, times } = received()
  listen(['a'])
  vi.advanceTimersByTime(100)
  listen(['a', 'b'])
  expect(times.at(-1)).toEqual([100, 'b'])
})
