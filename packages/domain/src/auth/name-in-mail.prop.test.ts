import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

test('a name of letters stays as it is', () => {
  for (const name of ['Ada', 'Anne-Marie', "O'Neil", 'D’Arcy', 'José María', 'محمد', '李雷', 'Müller'])
    expect(nameInMail(name)).toBe(name)
})

test('a long name is cut after forty letters', () => {
  expect(nameInMail('x'.repeat(41))).toBe('x'.repeat(40))
  expect(nameInMail(`${'x'.repeat(39)} yz`)).toBe('x'.repeat(39))
})

test.each([
  ['http://evil.test/x', 'http evil test x'],
  ['www.evil.test', 'www evil test'],
  ['evil。test', 'evil test'],
  ['Ada\r\nBcc: you@evil.test', 'Ada Bcc you evil test'],
  ['Call +1 555 0100', 'Call'],
  ['<a href=x>', 'a href x'],
  ['\u202Eadа\u2066', 'adа'],
  ['{{link}}', 'link'],
])('%j becomes plain words', (name, expected) => {
  expect(nameInMail(name)).toBe(expected)
})

test('whatever the name, nothing in it is a link, a line or long, and doing it twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const plain = nameInMail(name)
      expect(plain).not.toMatch(/[.:/@\\\p{N}\p{C}\p{Zl}\p{Zp}<>{}[\]()]/u)
      expect([...plain].length).toBeLessThanOrEqual(40)
      expect(nameInMail(plain)).toBe(plain)
    }),
  )
})
