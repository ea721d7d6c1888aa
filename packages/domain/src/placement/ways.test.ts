import { expect, test } from 'vitest'
import { bestWay, methodBy, waysToTry } from './ways.ts'

test('every choice of suppliers is tried, few before many, and no more than four are combined', () => {
  expect(waysToTry([])).toEqual([])
  expect(waysToTry(['cj', 'cj'])).toEqual([])
  const two = waysToTry(['cj', 'zopi'])
  expect(two.map(({ sources, by }) => `${[...sources].join('+')} ${by}`)).toEqual([
    'cj rank',
    'cj cost',
    'zopi rank',
    'zopi cost',
    'cj+zopi rank',
    'cj+zopi cost',
  ])
  expect(waysToTry(['a', 'b', 'c', 'd', 'e'])).toHaveLength(30)
  expect(waysToTry(['a', 'b', 'c', 'd', 'e']).some(({ sources }) => sources.has('e'))).toBe(false)
})

test('the cheapest, the fastest, the fewest parcels; equal ones are told apart by the others', () => {
  const way = (name: string, cost: number, days: number | null, parcels: number) => ({
    name,
    offer: { cost, days, parcels },
  })
  const found = [way('a', 30, 9, 1), way('b', 20, 12, 2), way('c', 40, 5, 2), way('d', 20, 11, 2)]
  expect(bestWay('cheapest', found)?.name).toBe('d')
  expect(bestWay('fastest', found)?.name).toBe('c')
  expect(bestWay('fewest', found)?.name).toBe('a')
  // Days that nobody tells are the longest, and of equal ways the first is taken.
  expect(bestWay('fastest', [way('x', 1, null, 1), way('y', 9, 60, 1)])?.name).toBe('y')
  expect(bestWay('fewest', [way('x', 1, 1, 1), way('y', 1, 1, 1)])?.name).toBe('x')
  expect(bestWay('cheapest', [])).toBeUndefined()
  expect([methodBy('cheapest'), methodBy('fastest'), methodBy('fewest')]).toEqual(['cheapest', 'fastest', 'cheapest'])
})
