import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildLexicon } from './lexicon.ts'

const WORDS = [
  'headphone',
  'backpack',
  'necklace',
  'sneaker',
  'blanket',
  'charger',
  'curtain',
  'lantern',
  'bottle',
  'keyboard',
  'organizer',
  'projector',
]
const lexicon = buildLexicon(WORDS.map((word, index) => [word, 100 + index] as const))
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')

/** One slip of any of the four kinds. */
const slip = fc
  .record({
    word: fc.constantFrom(...WORDS),
    at: fc.nat(20),
    kind: fc.constantFrom('drop', 'add', 'other', 'swap'),
    letter,
  })
  .map(({ word, at, kind, letter: typed }) => {
    const index = at % (word.length - 1)
    const [head, tail] = [word.slice(0, index), word.slice(index)]
    const made =
      kind === 'drop'
        ? head + tail.slice(1)
        : kind === 'add'
          ? head + typed + tail
          : kind === 'other'
            ? head + typed + tail.slice(1)
            : `${head}${tail[1]}${tail[0]}${tail.slice(2)}`
    return { word, made }
  })

test('every single slip in a word leads back to it', () => {
  fc.assert(
    fc.property(slip, ({ word, made }) => made === word || lexicon.docs(made) > 0 || lexicon.correct(made) === word),
  )
})

test('a known word is left alone, and nonsense is not turned into something', () => {
  for (const word of WORDS) expect(lexicon.correct(word)).toBeNull()
  expect(lexicon.correct('zzzzzzzz')).toBeNull()
  expect(lexicon.correct('')).toBeNull()
  expect(lexicon.correct('12345')).toBeNull()
})

test('completions begin as typed, most frequent first', () => {
  expect(lexicon.complete('ba', 5)).toEqual(['backpack'])
  expect(lexicon.complete('', 3)).toEqual(['projector', 'organizer', 'keyboard'])
})

test('a plural that is none is a slip too, and a short word has neighbours that only others can choose among', () => {
  const lexicon = buildLexicon([
    ['wireless', 40],
    ['earbud', 30],
    ['mat', 20],
    ['met', 90],
    ['collar', 10],
    ['color', 500],
  ])
  expect(lexicon.correct('wireles')).toBe('wireless')
  expect(lexicon.correct('earbds')).toBe('earbud')
  expect(lexicon.correct('mta')).toBeNull()
  expect(lexicon.near('mta').map(({ word }) => word)).toContain('mat')
  expect(lexicon.near('colar').map(({ word }) => word)).toEqual(expect.arrayContaining(['color', 'collar']))
})
