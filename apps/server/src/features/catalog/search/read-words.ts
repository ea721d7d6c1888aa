import type { Lexicon } from '@omni/domain/catalog/lexicon.ts'
import { toEnglishWords } from '@omni/domain/catalog/translated-words.ts'
import { replaceWords, type Token, tokensOf } from '@omni/domain/catalog/words.ts'
import type { SearchEngine } from './search-port.ts'

const MAX_QUERY_WORDS = 12
/** Each is weighed against the others by counting: more would be no slip but another language. */
const MAX_IN_CONTEXT = 4

export interface ReadWords {
  words: string[]
  /** The text as it was searched for; null when nothing was put right. */
  corrected: string | null
}

/** What a written word may stand for. */
interface Reading {
  words: readonly string[]
  /** How likely it was meant, before the other words are asked. */
  weight: number
}
/** A word of another language is likelier than any slip, and a rare word that fits the others is none. */
const TRANSLATED = 20
const AS_WRITTEN = 200

/**
 * The words to search for. Slips are put right unless the seller insists on them: a word that hardly exists always, a
 * word that does only where it never stands with the others. Which of several readings was meant, the other words say:
 * beside 'dog', 'colar' is a collar, and neither a colour nor the Portuguese for a necklace.
 */
export async function readWords(
  engine: Pick<SearchEngine, 'count'>,
  lexicon: Lexicon,
  text: string,
  exact: boolean,
): Promise<ReadWords> {
  const tokens = tokensOf(text).slice(0, MAX_QUERY_WORDS)
  const english = ({ word }: Token) => toEnglishWords([word], (known) => lexicon.docs(known) > 0)
  if (exact) return { words: [...new Set(tokens.flatMap(english))], corrected: null }
  const count = (words: Iterable<string>) => engine.count([...new Set(words)].map((word) => `w:${word}`))
  const read = new Map<string, readonly string[]>()
  const fixed = new Map<string, string>()
  const settled = () => [...read.values()].flat()

  for (const { written, word } of tokens) if (!lexicon.isDoubtful(word)) read.set(written, [word])
  let weighed = 0
  for (const token of tokens) {
    if (read.has(token.written)) continue
    const translated = english(token)
    const isForeign = !translated.includes(token.word)
    const own = { words: translated, weight: isForeign ? TRANSLATED : AS_WRITTEN }
    const readings = [own, ...readingsOf(lexicon, token)]
    const others = settled()
    const best = others.length > 0 && weighed++ < MAX_IN_CONTEXT ? await bestBeside(count, others, readings) : null
    const correct = isForeign ? null : lexicon.correct(token.written)
    const words = best?.words ?? (correct === null ? translated : [correct])
    read.set(token.written, words)
    const [only] = words
    if (only !== undefined && words !== translated) fixed.set(token.written, only)
  }
  // No product holds all words: one of them may be a slip for another word that exists too.
  if (fixed.size === 0 && read.size > 1 && (await count(settled())) === 0) {
    let best: { written: string; words: readonly string[]; worth: number } | null = null
    for (const token of tokens.slice(0, MAX_IN_CONTEXT)) {
      const others = [...read].flatMap(([written, words]) => (written === token.written ? [] : words))
      const found = await bestBeside(count, others, readingsOf(lexicon, token))
      if (found && (!best || found.worth > best.worth)) best = { written: token.written, ...found }
    }
    if (best) {
      read.set(best.written, best.words)
      fixed.set(best.written, best.words.join(' '))
    }
  }
  const inOrder = tokens.flatMap(({ written }) => read.get(written) ?? [])
  return { words: [...new Set(inOrder)], corrected: fixed.size > 0 ? replaceWords(text, fixed) : null }
}

const readingsOf = (lexicon: Lexicon, { written }: Token): Reading[] =>
  lexicon.near(written).map(({ word, weight }) => ({ words: [word], weight }))

/** Of some readings the one that stands with the other words most often, as likely as it is itself. */
async function bestBeside(
  count: (words: Iterable<string>) => Promise<number>,
  others: readonly string[],
  readings: readonly Reading[],
): Promise<{ words: readonly string[]; worth: number } | null> {
  let best: { words: readonly string[]; worth: number } | null = null
  for (const { words, weight } of readings) {
    const worth = weight * (await count([...others, ...words]))
    if (worth > (best?.worth ?? 0)) best = { words, worth }
  }
  return best
}
