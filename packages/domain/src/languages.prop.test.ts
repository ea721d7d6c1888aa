import fc from 'fast-check'
import { expect, test } from 'vitest'
import { direction, LANGUAGE_CODES, LANGUAGES, matchLanguage } from './languages.ts'

const code = fc.constantFrom(...LANGUAGE_CODES)

test('nine languages; only Arabic runs from the right', () => {
  expect(new Set(LANGUAGES.map((l) => l.id)).size).toBe(9)
  fc.assert(fc.property(code, (c) => (direction(c) === 'rtl') === (c === 'ar')))
})

test('a language we have is matched whatever its case and region', () => {
  fc.assert(
    fc.property(code, fc.constantFrom('AT', 'MX', 'EG', 'TW'), (c, region) => {
      expect(matchLanguage([c.toUpperCase()])).toBe(c)
      expect(matchLanguage(`${c.slice(0, 2)}-${region}`)).toBe(c)
    }),
  )
})

test('the header quality decides, not the order', () => {
  fc.assert(
    fc.property(code, code, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (a, b, qa, qb) => {
      fc.pre(a !== b && qa !== qb)
      expect(matchLanguage(`${a};q=0.${qa}, ${b};q=0.${qb}`)).toBe(qa > qb ? a : b)
    }),
  )
  expect(matchLanguage('ja, de;q=0.2, fr;q=0.9, it;q=0')).toBe('fr')
  expect(matchLanguage('it;q=0')).toBe('en')
})

test('anything else is English', () => {
  for (const wanted of [null, undefined, '', '*', 'xx', []]) expect(matchLanguage(wanted)).toBe('en')
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(LANGUAGE_CODES).toContain(matchLanguage(text))
    }),
  )
})
