import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMAIL_PATTERN, isEmail, isUrl, URL_PATTERN, withScheme } from './patterns.ts'

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
const domain = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.stringMatching(/^[a-z]{2,6}$/))
  .map(([labels, top]) => [...labels, top].join('.'))

test('well-formed addresses pass, without their @ or domain they do not', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9+_]{1,20}(\.[a-z0-9]{1,10})?$/), domain, (local, host) => {
      expect(isEmail(`${local}@${host}`)).toBe(true)
      expect(isEmail(`${local}${host}`)).toBe(false)
      expect(isEmail(`${local}@`)).toBe(false)
      expect(isEmail(`${local} x@${host}`)).toBe(false)
      expect(isEmail(`${local}@${host}@${host}`)).toBe(false)
    }),
  )
  for (const bad of ['a..b@c.de', '.a@c.de', 'a@c', 'a@-c.de', 'a@c.d', 'a@c.de\n', `${'a'.repeat(65)}@c.de`]) {
    expect(isEmail(bad), bad).toBe(false)
  }
})

test('a URL passes with and without its scheme', () => {
  const path = fc.constantFrom('', '/', '/a/b?c=d#e', '?q=1', ':8080/x')
  fc.assert(
    fc.property(domain, path, (host, rest) => {
      for (const scheme of ['', '//', 'http://', 'https://']) expect(isUrl(scheme + host + rest)).toBe(true)
    }),
  )
  expect([isUrl('localhost:4100'), isUrl('http://127.0.0.1/x')]).toEqual([true, true])
  const refused = ['', 'shop', 'ftp://a.de', 'a b.de', 'https://', 'javascript:alert(1)', 'https://u:p@a.de', 'a.de x']
  for (const bad of refused) {
    expect(isUrl(bad), bad).toBe(false)
  }
})

test('adding a scheme is done once and gives something the URL class reads', () => {
  fc.assert(
    fc.property(domain, fc.constantFrom('', '//', 'http://', 'https://'), (host, scheme) => {
      const full = withScheme(scheme + host)
      expect(full).toBe(scheme === 'http://' ? `http://${host}` : `https://${host}`)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => withScheme(withScheme(text)) === withScheme(text)))
  expect(withScheme('  ')).toBe('')
})

test('hostile input of 100,000 characters is decided in linear time', () => {
  const n = 100_000
  const [dots, dashes] = ['a.'.repeat(n / 2), 'a-'.repeat(n / 2)]
  const hostile = ['a'.repeat(n), dots, `a@${dots}`, `a@${dashes}`, `//${dashes}`, '1.'.repeat(n / 2)]
  // Of this thread's own work: a busy machine does not decide.
  const before = process.threadCpuUsage()
  for (const text of hostile) expect(EMAIL_PATTERN.test(text) || URL_PATTERN.test(text)).toBe(false)
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000)
})
