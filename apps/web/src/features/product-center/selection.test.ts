import { expect, test } from 'vitest'
import { NO_FILTERS } from './product-filters.ts'
import { afterTick, ALL, countOf, NONE, shownAs, toSelection } from './selection.ts'

const loaded = ['a', 'b', 'c']

test('all that match stay selected while more are loaded, and unticking one excepts it', () => {
  expect([...shownAs(ALL, loaded)]).toEqual(loaded)
  const butB = afterTick(ALL, new Set(['a', 'c']), loaded)
  expect(countOf(butB, 1234)).toBe(1233)
  expect([...shownAs(butB, [...loaded, 'd'])]).toEqual(['a', 'c', 'd'])
  const filters = { ...NO_FILTERS, sources: ['cj'] as const, sort: 'price' as const }
  expect(toSelection(butB, 'center', filters)).toEqual({
    all: { view: 'center', filter: { source: ['cj'] }, except: ['b'] },
  })
  expect(countOf(afterTick(butB, new Set(loaded), loaded), 1234)).toBe(1234)
})

test('nothing ticked is nothing selected', () => {
  expect(afterTick(ALL, new Set(), loaded)).toBe(NONE)
  expect(toSelection(afterTick(NONE, new Set(['a']), loaded), 'import', NO_FILTERS)).toEqual({ ids: ['a'] })
})
