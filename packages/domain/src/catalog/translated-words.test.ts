import { expect, test } from 'vitest'
import { toEnglishWords } from './translated-words.ts'
import { WORD_TRANSLATIONS } from './word-translations.ts'
import { wordsOf } from './words.ts'

const none = () => false
const search = (text: string, known: (word: string) => boolean = none) => toEnglishWords(wordsOf(text), known).join(' ')

test.each([
  [
    'ar',
    {
      ساعة: 'watch',
      'أحذية نسائية': 'shoe women',
      'سماعات لاسلكية': 'headphone wireless',
      كلب: 'dog',
      'حقيبة جلدية': 'bag leather',
      'مقاوم للماء': 'waterproof',
    },
  ],
  [
    'de',
    {
      Kleider: 'dress',
      'Kopfhörer kabellos': 'headphone wireless',
      Küche: 'kitchen',
      'große Lampe': 'large lamp',
      Handyhülle: 'phone case',
      'wasserdichte Uhr': 'waterproof watch',
    },
  ],
  [
    'es',
    {
      lámparas: 'lamp',
      'auriculares inalámbricos': 'headphone wireless',
      'zapatos de mujer': 'shoe women',
      juguete: 'toy',
      'mochila impermeable': 'backpack waterproof',
      niños: 'kid',
    },
  ],
  [
    'fr',
    {
      montre: 'watch',
      'casque sans fil': 'headphone wireless',
      chaussures: 'shoe',
      'sac de voyage': 'bag travel',
      'rideaux noirs': 'curtain black',
      bijoux: 'jewelry',
    },
  ],
  [
    'it',
    {
      scarpe: 'shoe',
      'zaino da viaggio': 'backpack travel',
      orecchini: 'earring',
      'gatti neri': 'cat black',
      coltello: 'knife',
      'cuffie senza fili': 'headphone wireless',
    },
  ],
  [
    'nl',
    {
      jurken: 'dress',
      'draadloze oplader': 'wireless charger',
      horloges: 'watch',
      hond: 'dog',
      'zwarte schoenen': 'black shoe',
      speelgoed: 'toy',
    },
  ],
  [
    'pt',
    {
      relógio: 'watch',
      'fone sem fio': 'headphone wireless',
      tênis: 'sneaker',
      mochila: 'backpack',
      'brinquedos infantis': 'toy kid',
      cachorro: 'dog',
    },
  ],
  [
    'zh',
    {
      手表: 'watch',
      无线耳机: 'wireless headphone',
      连衣裙: 'dress',
      宠物: 'pet',
      厨房: 'kitchen',
      '儿童 玩具': 'kid toy',
    },
  ],
])('%s', (_language, searches) => {
  for (const [typed, english] of Object.entries(searches)) expect(search(typed), typed).toBe(english)
})

test('a word the catalogue knows stays, though another language means something else by it', () => {
  expect(search('Hose')).toBe('trouser')
  expect(search('Hose', (word) => word === 'hose')).toBe('hose')
})

test('an unknown word stays, and keeps its place', () => {
  expect(search('xyzzy Lampe 3000')).toBe('xyzzy lamp 3000')
})

test('two words for one thing are searched for once', () => {
  expect(search('reloj montre')).toBe('watch')
})

test('no word of the table is lost: each is one word for the search, and stands for one thing', () => {
  const meanings = Object.entries(WORD_TRANSLATIONS).flatMap(([english, others]) =>
    others.split(',').map((other) => ({ other, english })),
  )
  expect(meanings.filter(({ other }) => wordsOf(other).length !== 1)).toEqual([])
  expect(meanings.filter(({ other, english }) => search(other) !== wordsOf(english).join(' '))).toEqual([])
  const words = meanings.map(({ other }) => wordsOf(other).join())
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
})
