/**
 * Titles are mostly English; sellers search in nine languages. The commonest product words, each with its English one.
 */
import { WORD_TRANSLATIONS } from './word-translations.ts'
import { wordsOf } from './words.ts'

const english = new Map<string, string[]>()
for (const [word, others] of Object.entries(WORD_TRANSLATIONS)) {
  for (const other of others.split(',')) {
    const parts = wordsOf(other)
    const [only] = parts
    // Of a word of several parts each part would mean too much; Chinese words are pairs by nature.
    if (only !== undefined && parts.length === 1 && !english.has(only)) english.set(only, wordsOf(word))
  }
}

/** A word the catalogue knows stays as it is: "radio" is the same everywhere. */
export const toEnglishWords = (words: readonly string[], known: (word: string) => boolean): string[] => [
  ...new Set(words.flatMap((word) => (known(word) ? [word] : (english.get(word) ?? [word])))),
]
