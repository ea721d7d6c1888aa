import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutHtml, removeWords, removeWordsHtml, stripLinks } from './source-text.ts'

test('links and addresses go, what they said and the pictures stay', () => {
  const said = fc.stringMatching(/^[a-z ]{1,12}$/)
  fc.assert(
    fc.property(said, fc.webUrl(), said, (before, url, label) => {
      const href = url.replace(/[<>"']/g, '')
      const html = `<p>${before}<a class="x" href="${href}">${label}</a> ${href} <img src="${href}"></p>`
      expect(stripLinks(html)).toBe(`<p>${before}${label}  <img src="${href}"></p>`)
      expect(stripLinks(stripLinks(html))).toBe(stripLinks(html))
    }),
  )
  expect(stripLinks('<abbr title="a">A</abbr> <A\nHREF="x">b</A>')).toBe('<abbr title="a">A</abbr> b')
})

test('words go as whole words, in any case, and never inside a tag', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary', maxLength: 6 })), (text, words) => {
      expect(removeWords(text, words).length).toBeLessThanOrEqual(text.length)
    }),
  )
  expect(removeWords('LED lamp, ledger (led) pedled', ['led'])).toBe(' lamp, ledger () pedled')
  expect(removeWords('C++ and C', ['C++', 'c'])).toBe(' and ')
  expect(removeWordsHtml('<b class="acme">Acme lamp</b>', ['ACME'])).toBe('<b class="acme"> lamp</b>')
})

test('a cut text is never longer than allowed and ends in no half tag', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<p>', '</p>', 'word', '<img src="x">'), { maxLength: 40 }),
      fc.nat(80),
      (pieces, max) => {
        const cut = cutHtml(pieces.join(''), max)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(cut).not.toMatch(/<[^>]*$/)
        expect(pieces.join('').startsWith(cut)).toBe(true)
      },
    ),
  )
})

test('an HTML bomb takes no longer than an honest text', () => {
  for (const html of ['<a '.repeat(150_000), '<'.repeat(400_000), 'http://'.repeat(60_000), '</a>'.repeat(100_000)]) {
    const started = process.threadCpuUsage()
    cutHtml(removeWordsHtml(stripLinks(html), ['acme']), 1000)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(3000) // a quadratic pattern needs minutes
  }
})
