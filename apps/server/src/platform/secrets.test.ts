import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets, newToken, sameBytes, tokenHash } from './secrets.ts'

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

test('what an earlier version sealed and signed still opens and holds', () => {
  const secrets = createSecrets(key('a', 1))
  expect(secrets.open('a.iGvijS8UM9Hs_xRs.1wSmEhH37zixmZZY8MxVbw.TDyeWMvYPQ')).toBe('zürich')
  expect(secrets.sign('file', 'text')).toBe('a.XtZjoJIyManc2gEI9YM8tvF8mq2rU3OvCuVUwAB--Gc')
  expect(tokenHash('token').toString('hex')).toBe('3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0')
})

test('keys may stand apart; one that is not id and 32 bytes is refused with what is expected', () => {
  const apart = createSecrets(` ${key('b', 2)} , ${key('a', 1)} `)
  expect(apart.open(createSecrets(key('a', 1)).seal('token'))).toBe('token')
  expect(apart.isStale(apart.seal('token'))).toBe(false)
  const short = Buffer.alloc(31, 1).toString('base64')
  for (const keys of ['', 'a', 'a:', key('', 1), `a:${short}`, `${key('a', 1)},b:${short}`])
    expect(() => createSecrets(keys)).toThrow('SECRETS_KEYS must be a list of id:key, each key 32 bytes in base64.')
})

test('a text without its parts opens nothing, and a signature of nobody signs nothing', () => {
  const secrets = createSecrets(key('a', 1))
  for (const sealed of ['', '.', 'a', 'a.b', 'a.b.c']) expect(() => secrets.open(sealed)).toThrow()
  expect(() => secrets.open('')).toThrow("No key '' to open a secret with.")
  for (const signature of ['', '.', 'a', 'b.x']) expect(secrets.isSigned('file', 'text', signature)).toBe(false)
})

test('a token can stand in an address and is never the same; bytes are compared whole', () => {
  const tokens = Array.from({ length: 50 }, newToken)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(new Set(tokens).size).toBe(50)
  const same = (a: string, b: string) => sameBytes(Buffer.from(a), Buffer.from(b))
  expect([same('ab', 'ab'), same('ab', 'ac'), same('ab', 'abc'), same('', '')]).toEqual([true, false, false, true])
})
