import { expect, test } from 'vitest'
import { sellerCss } from './seller-css.ts'

const of = (text: string) => sellerCss(text, '.f')
const kept = (text: string) => of(text).css
const left = (text: string) => of(text).left_out

test('rules begin inside of the frame, each selector by itself', () => {
  expect(kept('h1 { color: red; margin: 0 }')).toBe('.f h1 { color: red; margin: 0 }')
  expect(kept('a, .b > c { color: red }')).toBe('.f a, .f .b > c { color: red }')
  expect(kept('@media (min-width: 600px) { a { color: red } }')).toBe(
    '@media (min-width: 600px) {\n.f a { color: red }\n}',
  )
  expect(kept('/* one */ a { /* two */ color: red }')).toBe('.f a { color: red }')
  expect(kept('a { color: red } b { color: blue }')).toBe('.f a { color: red }\n.f b { color: blue }')
  expect(kept('@media print { a { color: red } b { color: red } }')).toBe(
    '@media print {\n.f a { color: red }\n.f b { color: red }\n}',
  )
  expect(kept('a { color : red ; x: 1 }')).toBe('.f a { color: red }')
  expect(kept('a { x: 1 }')).toBe('')
  expect(left('a { color: red;; }')).toEqual([])
})

test('one selector that is not safe takes its rule with it', () => {
  for (const head of ['> a', '+ a', '~ a', '', 'a, > b', 'a,', 'a[x', "a[x='", 'a:hover(', 'a\\62', 'ä', 'a@b', 'a<b'])
    expect([head, kept(`${head} { color: red }`)]).toEqual([head, ''])
  expect(kept('a:not(.b) { color: red }')).toBe('.f a:not(.b) { color: red }')
  expect(kept('a:attr(x) { color: red }')).toBe('')
  expect(kept(`${'a'.repeat(400)} { color: red }`)).not.toBe('')
  expect(kept(`${'a'.repeat(401)} { color: red }`)).toBe('')
})

test('a declaration that loads, moves out of the frame or hides something is left out and named; its neighbours stay', () => {
  for (const bad of [
    'background: url(x)',
    'background: image-set(x)',
    'position: fixed',
    'z-index: 9',
    'color: expression(1)',
    'color: red\\9',
    'color: "a',
    "color: 'a",
    'width: calc(1px',
    'width: 1px)',
    'grid-area: [a',
    'color: a\nb',
    'color: ä',
    'color:',
    ': red',
    'color',
    'colorx',
    'behavior: x',
    'color: /* x',
  ]) {
    const { css, left_out } = of(`a { ${bad}; margin: 0 }`)
    expect([bad, css]).toEqual([bad, '.f a { margin: 0 }'])
    expect([bad, left_out.length]).toEqual([bad, 1])
  }
  expect(kept('a { color: red; }')).toBe('.f a { color: red }')
  expect(kept(`a { width: calc(1px + 2px); --x: "y"; --z: 'y'; grid-area: [a] }`)).toBe(
    `.f a { width: calc(1px + 2px); --x: "y"; --z: 'y'; grid-area: [a] }`,
  )
})

test('other at-rules, nested rules, and braces that do not match are left out', () => {
  expect(left('@import "x";')).toEqual(['@import "x"'])
  expect(left('@font-face { src: x }')).toEqual(['@font-face'])
  expect(of('@media print { @media print { a { color: red } } }')).toEqual({
    css: '',
    left_out: ['@media print', '@media print'],
  })
  expect(of('a { b { color: red } }')).toEqual({ css: '', left_out: ['a'] })
  for (const text of [
    'a { color: red',
    'b { color: red } a { color: red',
    'a { color: red } }',
    '} a { color: red }',
    '} { a { color: red } b { color: red }',
  ])
    expect([text, of(text)]).toEqual([text, { css: '', left_out: [text] }])
  expect(left('a { color: red } @import "x"; ')).toEqual(['@import "x"'])
  expect(left('a { color: red } rest')).toEqual(['rest'])
  expect(left('   ')).toEqual([])
  expect(kept('a { color: red } /* not closed')).toBe('.f a { color: red }')
})

test('no more than 300 rules, and no more than 20 names of what was left out', () => {
  expect(kept('a { color: red }\n'.repeat(301)).split('\n')).toHaveLength(300)
  expect(left('a { x: 1 }\n'.repeat(30))).toHaveLength(20)
  const long = 'y'.repeat(200)
  for (const text of [
    `a { ${long}: 1 }`,
    `  {${long}`,
    `  ${long};`,
    `@${long} { a { color: red } }`,
    `<${long} { x: 1 }`,
  ])
    expect(left(text)).toEqual([text.replace(/^(a \{ | +)/, '').slice(0, 120)])
  const media = (length: number) => kept(`${'@media '.padEnd(length, 'x')} { a { color: red } }`)
  expect([media(400) === '', media(401) === '']).toEqual([false, true])
})

test('a comment parts words and ends at its own end', () => {
  expect(kept('a/* x */b/**/c { color: red }')).toBe('.f a b c { color: red }')
  expect(kept('/*/ a { color: red } */ b { color: red }')).toBe('.f b { color: red }')
  expect(kept('a { color: red } /*')).toBe('.f a { color: red }')
})
