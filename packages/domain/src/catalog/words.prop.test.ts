import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, replaceWords, stem, tokensOf, wordsOf } from './words.ts'

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

test.each([
  ['cats', 'cat'],
  ['cat', 'cat'],
  ['gas', 'gas'],
  ['ties', 'tie'],
  ['parties', 'party'],
  ['dresses', 'dress'],
  ['brushes', 'brush'],
  ['watches', 'watch'],
  ['boxes', 'box'],
  ['quizzes', 'quizz'],
  ['dress', 'dress'],
  ['cactus', 'cactus'],
  ['tennis', 'tennis'],
  ['4ks', '4ks'],
  ['lampas1s', 'lampas1s'],
])('the stem of %s is %s', (word, stemmed) => {
  expect(stem(word)).toBe(stemmed)
})

test('letters that look alike are alike', () => {
  expect(fold('Øre Œuvre Æble Łódź ŠÅ')).toBe('ore oeuvre aeble lodz sa')
  expect(fold('\u0622\u0623\u0625\u0671\u0649\u0629\u0640')).toBe('\u0627\u0627\u0627\u0627\u064a\u0647')
})

test('a sign alone is a word, neighbours are pairs, and other letters beside them stand alone', () => {
  expect(wordsOf('杯')).toEqual(['杯'])
  expect(wordsOf('usb充电器2米')).toEqual(['usb', '充电', '电器', '2', '米'])
  expect(wordsOf('テスト')).toEqual(['テス', 'スト'])
})

test('what was written is kept beside the word, the first time', () => {
  expect(tokensOf('Lamps lamp the LAMPS')).toEqual([{ written: 'lamps', word: 'lamp' }])
  const long = 'x'.repeat(50)
  expect(tokensOf(long)).toEqual([{ written: 'x'.repeat(40), word: 'x'.repeat(40) }])
  expect(replaceWords(`${long} a`, new Map([['x'.repeat(40), 'y']]))).toBe('y a')
})

test('of a text without end the first sixty words count', () => {
  const many = Array.from({ length: 70 }, (_, n) => `w${n}q`)
  expect(wordsOf(many.join(' '))).toEqual(many.slice(0, 60))
})
