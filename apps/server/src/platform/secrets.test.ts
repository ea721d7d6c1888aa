import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`

test('what is sealed opens again, never twice the same, and not when touched', () => {
  const secrets = createSecrets(key('a', 1))
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, at) => {
      const sealed = secrets.seal(text)
      expect(secrets.open(sealed)).toBe(text)
      expect(secrets.seal(text)).not.toBe(sealed)
      const bytes = sealed.split('.')
      const body = Buffer.from(bytes[2] ?? '', 'base64url')
      body[at % body.length] = (body[at % body.length] ?? 0) ^ 1
      expect(() => secrets.open([bytes[0], bytes[1], body.toString('base64url'), bytes[3]].join('.'))).toThrow()
    }),
  )
})

test('a signature holds for its text and purpose, also after a new key came in front', () => {
  const before = createSecrets(key('a', 1))
  const after = createSecrets(`${key('b', 2)},${key('a', 1)}`)
  const signature = before.sign('file', 'text')
  expect([before, after].map((secrets) => secrets.isSigned('file', 'text', signature))).toEqual([true, true])
  expect(before.isSigned('file', 'text', after.sign('file', 'text'))).toBe(false)
  for (const [purpose, text, other] of [
    ['mail', 'text', signature],
    ['file', 'other', signature],
    ['file', 'text', ''],
    ['file', 'text', 'a.'],
  ] as const)
    expect(before.isSigned(purpose, text, other)).toBe(false)
})

test('a new key in front seals, the old one still opens what it sealed', () => {
  const before = createSecrets(key('a', 1))
  const after = createSecrets(`${key('b', 2)},${key('a', 1)}`)
  const old = before.seal('token')
  expect(after.open(old)).toBe('token')
  expect(after.isStale(old)).toBe(true)
  expect(after.isStale(after.seal('token'))).toBe(false)
  expect(() => before.open(after.seal('token'))).toThrow(/No key 'b'/)
})
