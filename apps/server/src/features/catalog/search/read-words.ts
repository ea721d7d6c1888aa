import type { Lexicon, Near } from '@omni/domain/catalog/lexicon.ts'
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

/**
 * The words to search for. Slips are put right unless the seller insists on them: a word that hardly exists always, a
 * word that does only where it never stands with the others. Which of several near words was meant, the other words
 * say: beside 'dog', 'colar' is a collar and no colour.
 */
export async function readWords(
  engine: Pick<SearchEngine, 'count'>,
  lexicon: Lexicon,
  text: string,
  exact: boolean,
): Promise<ReadWords> {
  const known = (word: string) => lexicon.docs(word) > 0
  const tokens = tokensOf(text)
    .slice(0, MAX_QUERY_WORDS)
    .flatMap((token) => {
      const english = toEnglishWords([token.word], known)
      return english.includes(token.word) ? [token] : english.map((word) => ({ written: word, word }))
    })
  if (exact) return { words: distinct(tokens), corrected: null }
  const changed = new Map<string, string>()
  const fixed = await fixDoubtful(engine, lexicon, tokens, changed)
  if (changed.size === 0 && fixed.length > 1 && (await countOf(engine, fixed)) === 0)
    await fixOne(engine, lexicon, fixed, changed)
  const words = distinct(fixed.map(({ written, word }) => ({ written, word: changed.get(written) ?? word })))
  return { words, corrected: changed.size > 0 ? replaceWords(text, changed) : null }
}

const distinct = (tokens: readonly Token[]) => [...new Set(tokens.map(({ word }) => word))]
const countOf = (engine: Pick<SearchEngine, 'count'>, tokens: readonly Token[]) =>
  engine.count(distinct(tokens).map((word) => `w:${word}`))

/** Words that hardly exist, one after the other; each that is put right helps with the next. */
async function fixDoubtful(
  engine: Pick<SearchEngine, 'count'>,
  lexicon: Lexicon,
  tokens: readonly Token[],
  changed: Map<string, string>,
): Promise<Token[]> {
  const settled = tokens.filter(({ word }) => !lexicon.isDoubtful(word))
  const fixed = new Map(tokens.map((token) => [token.written, token]))
  let weighed = 0
  for (const { written, word } of tokens.filter((token) => lexicon.isDoubtful(token.word))) {
    const inContext =
      settled.length > 0 && weighed++ < MAX_IN_CONTEXT
        ? (await bestBeside(engine, settled, lexicon.near(written)))?.word
        : undefined
    const better = inContext ?? lexicon.correct(written)
    if (better) changed.set(written, better)
    fixed.set(written, { written, word: better ?? word })
    if (better) settled.push({ written, word: better })
  }
  return [...fixed.values()]
}

/** No product holds all words: one of them may be another word that exists too. */
async function fixOne(
  engine: Pick<SearchEngine, 'count'>,
  lexicon: Lexicon,
  tokens: readonly Token[],
  changed: Map<string, string>,
): Promise<void> {
  let best: { written: string; word: string; worth: number } | null = null
  for (const { written } of tokens.slice(0, MAX_IN_CONTEXT)) {
    const others = tokens.filter((token) => token.written !== written)
    const found = await bestBeside(engine, others, lexicon.near(written))
    if (found && (!best || found.worth > best.worth)) best = { written, ...found }
  }
  if (best) changed.set(best.written, best.word)
}

/** Of some near words the one that stands with the others most often, as likely as its slip is. */
async function bestBeside(
  engine: Pick<SearchEngine, 'count'>,
  others: readonly Token[],
  near: readonly Near[],
): Promise<{ word: string; worth: number } | null> {
  let best: { word: string; worth: number } | null = null
  for (const { word, weight } of near) {
    const worth = weight * (await countOf(engine, [...others, { written: word, word }]))
    if (worth > (best?.worth ?? 0)) best = { word, worth }
  }
  return best
}
