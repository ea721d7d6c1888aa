import { expect, test } from 'vitest'
import { acceptedSecrets, OldSecrets } from './old-secrets.ts'

test('an old secret is accepted to the end of its day, after today’s', () => {
  const old = OldSecrets.parse('first@2026-12-31, a@b@2027-01-15')
  const at = (now: string) => acceptedSecrets('today', old, new Date(now))
  expect(at('2026-12-31T23:59:59.999Z')).toEqual(['today', 'first', 'a@b'])
  expect(at('2027-01-01T00:00:00Z')).toEqual(['today', 'a@b'])
  expect(at('2027-01-16T00:00:00Z')).toEqual(['today'])
})

test('a secret without a day is refused: it would be accepted for ever', () => {
  for (const text of ['first', 'first@', '@2026-12-31', 'first@2026-13-40', 'first@2026-12-31,'])
    expect(OldSecrets.safeParse(text).success, text).toBe(false)
  expect(OldSecrets.parse('')).toEqual([])
})
