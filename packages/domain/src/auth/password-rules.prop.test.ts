import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPassword, passwordStrength } from './password-rules.ts'

const refusal = (reason: string) => ({ ok: false, reason })

test('length is bounded in characters as a person counts them, and what is accepted is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 160, unit: 'binary' }), (password) => {
      const length = [...password].length
      const answer = checkPassword(password, 'seller@shop.example')
      if (length < 8) expect(answer).toEqual(refusal('password_too_short'))
      else if (length > 128) expect(answer).toEqual(refusal('password_too_long'))
      else if (answer.ok) expect(answer.value).toBe(password)
    }),
  )
  expect(checkPassword('😀'.repeat(7), '')).toEqual(refusal('password_too_short'))
  expect([checkPassword('ä'.repeat(8), '').ok, checkPassword('ä'.repeat(128), '').ok]).toEqual([true, true])
  expect(checkPassword('ä'.repeat(129), '')).toEqual(refusal('password_too_long'))
})

test('the e-mail itself and the first guesses are refused in any case', () => {
  fc.assert(
    fc.property(fc.constantFrom('password', 'Password123', 'QWERTYUIOP', '12345678'), (common) => {
      expect(checkPassword(common, 'a@b.de')).toEqual(refusal('password_is_common'))
      expect(passwordStrength(common)).toBe(0)
    }),
  )
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      fc.pre(email.length >= 8 && email.length <= 128)
      expect(checkPassword(email.toUpperCase(), ` ${email} `)).toEqual(refusal('password_is_email'))
    }),
  )
})

test('words of this place are refused, whatever digits and signs stand around them', () => {
  const words = fc.constantFrom('Omni', 'dropshipping', 'SHOPIFY', 'aliexpress', 'mystore')
  const noise = fc.stringMatching(/^[0-9!@#$ _-]{4,10}$/)
  fc.assert(
    fc.property(words, noise, noise, (word, before, after) => {
      expect(checkPassword(`${before}${word}${after}`, 'a@b.de')).toEqual(refusal('password_is_common'))
    }),
  )
  expect(checkPassword('omni sells blue kettles', 'a@b.de').ok).toBe(true)
})

test('strength is 0..4 and adding characters never weakens an uncommon password', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 10 }), (password, more) => {
      const before = passwordStrength(password)
      expect(before >= 0 && before <= 4).toBe(true)
      expect(passwordStrength(`${password}\u00e9${more}`)).toBeGreaterThanOrEqual(before)
    }),
  )
  // Letters alone, by length; four different characters at most; and three kinds, which help once.
  const of = (...passwords: string[]) => passwords.map(passwordStrength)
  expect(of('bcdefghk', 'abcdefghijk', 'abcdefghijkl', 'abcdefghijklmno', 'abcdefghijklmnop')).toEqual([1, 1, 2, 2, 3])
  expect(of('aabbccdd', 'aabbccdde', 'abcdabcdabcdabcd', 'abcdeabcdeabcdea')).toEqual([1, 1, 1, 3])
  expect(of('Bcdefghk', 'Abcdefg1', 'Abcdefg1hijk', 'Abcdefg1hijklmno')).toEqual([1, 2, 3, 4])
  const examples = ['short', 'abababab', 'aaaaaaaaaaaaaaaaaaaa', 'correct horse battery', 'Blue7-kettle!On&On']
  expect(examples.map(passwordStrength)).toEqual([0, 1, 1, 3, 4])
})
