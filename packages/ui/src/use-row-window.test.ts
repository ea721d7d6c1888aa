import { expect, test } from 'vitest'
import { ROW_HEIGHT } from './measures.ts'
import { rowsNear, WINDOW_FROM } from './use-row-window.ts'

const SCREEN_PX = 1600

test('a short table is drawn whole', () => {
  expect(rowsNear(0, WINDOW_FROM)).toEqual({ from: 0, to: WINDOW_FROM })
})

test.each([0, 1, 5000, 21_990, 43_999, 44_000, 1e9])('what is on the screen at %i px is drawn', (scrollTop) => {
  const count = 1000
  const { from, to } = rowsNear(scrollTop, count)
  const top = Math.min(scrollTop, count * ROW_HEIGHT - SCREEN_PX)
  expect(from).toBeLessThanOrEqual(Math.floor(top / ROW_HEIGHT))
  expect(to).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((top + SCREEN_PX) / ROW_HEIGHT)))
  expect(to - from).toBeLessThan(WINDOW_FROM)
})
