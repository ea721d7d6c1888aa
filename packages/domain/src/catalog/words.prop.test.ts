import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, replaceWords, wordsOf } from './words.ts'

test('the words of a text do not change with case, accents, order of marks or spacing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const words = wordsOf(text)
      expect(wordsOf(` ${text.normalize('NFD')}  `)).toEqual(words)
      expect(new Set(words).size).toBe(words.length)
      for (const word of words) expect(word).not.toMatch(/\s/)
    }),
  )
})

test('folding twice is folding once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
})

test.each([
  ['Dog Beds for Large Dogs', ['dog', 'bed', 'large']],
  ['Écharpe en laine d’été', ['echarpe', 'laine', 'ete']],
  ['Straße GROSS', ['strasse', 'gross']],
  ['无线耳机 降噪', ['无线', '线耳', '耳机', '降噪']],
  ['سَمَّاعَة أُذُن', ['سماعه', 'اذن']],
  ['glasses boxes batteries bus', ['glass', 'box', 'battery', 'bus']],
  ['', []],
  ['💥💥', []],
])('%s', (text, words) => expect(wordsOf(text)).toEqual(words))

test('a written word is replaced where it stands, and the rest of the text stays', () => {
  expect(replaceWords('  Wireles   EARBUDS for dogs', new Map([['wireles', 'wireless']]))).toBe(
    'wireless earbuds for dogs',
  )
})
