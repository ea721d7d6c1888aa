import { expect, test } from 'vitest'
import { matchesCountry } from './ship-to-picker.tsx'

const britain = { value: 'GB', label: 'United Kingdom' }

test.each(['united', 'KINGDOM', 'uk', 'gb', ' Uk '])('%j finds the United Kingdom', (typed) => {
  expect(matchesCountry(britain, typed)).toBe(true)
})

test('another name does not', () => {
  expect(matchesCountry(britain, 'france')).toBe(false)
  expect(matchesCountry({ value: 'UA', label: 'Ukraine' }, 'uk')).toBe(true)
})
