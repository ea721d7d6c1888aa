import { expect, test } from 'vitest'
import { chooseMethod } from './choose-method.ts'

const slow = { method: 'slow', amount: 100, max_days: 20 }
const quick = { method: 'quick', amount: 900, max_days: 4 }
const untold = { method: 'untold', amount: 50, max_days: null }

test('the cheapest or the fastest, with what would have been taken instead', () => {
  expect(chooseMethod([quick, slow], 'cheapest')).toEqual({ chosen: slow, because: 'cheapest', runner_up: quick })
  expect(chooseMethod([slow, quick, untold], 'fastest')).toEqual({ chosen: quick, because: 'fastest', runner_up: slow })
  expect(chooseMethod([slow, untold], 'cheapest')?.chosen).toBe(untold)
})

test('equal ones: the better in the other respect', () => {
  const late = { method: 'late', amount: 100, max_days: 30 }
  expect(chooseMethod([late, slow], 'cheapest')?.chosen).toBe(slow)
})

test('what was named before is kept while it is offered', () => {
  expect(chooseMethod([slow, quick], 'cheapest', ['gone', 'quick'])).toEqual({
    chosen: quick,
    because: 'kept',
    runner_up: slow,
  })
  expect(chooseMethod([slow, quick], 'cheapest', ['gone'])?.because).toBe('cheapest')
})

test('one offer is no choice, and none is nothing', () => {
  expect(chooseMethod([slow], 'fastest')).toEqual({ chosen: slow, because: 'only', runner_up: null })
  expect(chooseMethod([], 'fastest')).toBeNull()
})
