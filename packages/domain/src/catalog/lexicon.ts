/** The words of the catalogue with how many products each is in: for slips of the keyboard and for going on typing. */
import { stem } from './words.ts'

export interface Lexicon {
  size: number
  docs(word: string): number
  /** So rare that it may be a slip that somebody printed, or in no product at all. */
  isDoubtful(word: string): boolean
  /** Words one slip away from what was written, likeliest first. `weight`: how likely the slip itself is. */
  near(written: string): Near[]
  /** The likeliest word one slip away; null when the word is known or nothing is near. */
  correct(written: string): string | null
  /** Words that begin so, most frequent first. */
  complete(prefix: string, limit: number): string[]
}

interface Near {
  word: string
  weight: number
}

const MIN_LENGTH = 4 // shorter words are one slip away from half of the lexicon: only other words beside them decide
const MIN_NEAR = 3
const MAX_LENGTH = 25 // longer ones are no words, and each letter costs
const SHOWN_NEAR = 8
/** A word this rare beside a neighbour this frequent is a slip that somebody printed. */
const RARE = 2
const RARE_TO_FREQUENT = 50

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const near = new Set(
  ROWS.flatMap((row) =>
    [...row].flatMap((key, index) => (index > 0 ? [`${row[index - 1]}${key}`, `${key}${row[index - 1]}`] : [])),
  ),
)

/**
 * How much likelier a kind of slip is than a letter swapped for a far one. A letter that was left out leads back to one
 * word of twenty-six; one that was added or swapped could have been any.
 */
const WEIGHTS = {
  swap_neighbours: 12,
  near_key: 2,
  dropped: 12,
  dropped_double: 15,
  doubled: 3,
  added: 1,
  other_letter: 1,
  first_letter: 0.2,
}

function* slips(word: string, alphabet: readonly string[]): Generator<[candidate: string, weight: number]> {
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    const first = at === 0 ? WEIGHTS.first_letter : 1
    // What was typed has a letter too many.
    if (tail)
      yield [
        head + tail.slice(1),
        first * (tail[0] === head.at(-1) || tail[0] === tail[1] ? WEIGHTS.doubled : WEIGHTS.added),
      ]
    if (tail.length > 1)
      yield [`${head}${tail[1]}${tail[0]}${tail.slice(2)}`, WEIGHTS.swap_neighbours * (at === 0 ? 0.5 : 1)]
    for (const letter of alphabet) {
      if (tail && letter !== tail[0])
        yield [
          head + letter + tail.slice(1),
          first * (near.has(`${letter}${tail[0]}`) ? WEIGHTS.near_key : WEIGHTS.other_letter),
        ]
      yield [
        head + letter + tail,
        first * (letter === head.at(-1) || letter === tail[0] ? WEIGHTS.dropped_double : WEIGHTS.dropped),
      ]
    }
  }
}

export function buildLexicon(entries: Iterable<readonly [word: string, docs: number]>): Lexicon {
  const docs = new Map<string, number>(entries)
  const letters = new Map<string, number>()
  for (const [word, count] of docs) for (const letter of word) letters.set(letter, (letters.get(letter) ?? 0) + count)
  // Chinese would make the alphabet thousands of letters long, and its slips are of another kind.
  const alphabet = [...letters]
    .filter(([letter]) => letter < '\u2e80')
    .sort((a, b) => b[1] - a[1])
    .slice(0, 80)
    .map(([letter]) => letter)
  let sorted: string[] | undefined

  function near(written: string): Near[] {
    const word = stem(written)
    if (written.length < MIN_NEAR || written.length > MAX_LENGTH) return []
    const own = docs.get(word) ?? 0
    const found = new Map<string, number>()
    const consider = (candidate: string, weight: number) => {
      const count = docs.get(candidate)
      if (count === undefined || candidate === word || candidate.length < MIN_NEAR) return
      // A rare word stays as it is, unless the other one is far more frequent.
      if (own > 0 && own <= RARE && count < own * RARE_TO_FREQUENT) return
      found.set(candidate, Math.max(weight, found.get(candidate) ?? 0))
    }
    // The plural that was cut may be the slip itself: 'wireles' is no plural of 'wirele'.
    for (const form of new Set([written, word]))
      for (const [candidate, weight] of slips(form, alphabet)) {
        consider(candidate, weight)
        if (candidate.endsWith('s')) consider(stem(candidate), weight)
      }
    const worth = ({ word: other, weight }: Near) => (docs.get(other) ?? 0) * weight
    return [...found]
      .map(([other, weight]) => ({ word: other, weight }))
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, SHOWN_NEAR)
  }

  return {
    size: docs.size,
    docs: (word) => docs.get(word) ?? 0,
    isDoubtful: (word) => (docs.get(word) ?? 0) <= RARE && !/^\d+$/.test(word),
    near,
    correct(written) {
      const word = stem(written)
      const own = docs.get(word) ?? 0
      if (written.length < MIN_LENGTH || own > RARE || /^\d+$/.test(word)) return null
      return near(written)[0]?.word ?? null
    },
    complete(prefix, limit) {
      sorted ??= [...docs.keys()].sort()
      const from = lowerBound(sorted, prefix)
      const found: string[] = []
      for (let at = from; at < sorted.length && sorted[at]?.startsWith(prefix); at++) found.push(sorted[at] ?? '')
      return found.sort((a, b) => (docs.get(b) ?? 0) - (docs.get(a) ?? 0)).slice(0, limit)
    },
  }
}

function lowerBound(sorted: readonly string[], value: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < value) low = middle + 1
    else high = middle
  }
  return low
}
