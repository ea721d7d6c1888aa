/** Which of a supplier's variants each of ours is, by the words of their options. */
import { fold } from '../catalog/words.ts'
import type { Minor } from '../money.ts'

export interface OwnVariant {
  id: string
  option_values: readonly string[]
}
export interface SourceVariant {
  sku_id: string
  values: readonly { value: string }[]
  price: Minor
}

/** Words for the same thing in shops. Several words may stand for one, so longer ones are replaced first. */
const SAME: readonly (readonly [string, ...string[]])[] = [
  ['xs', 'extra small', 'x small', 'xsmall'],
  ['s', 'small'],
  ['m', 'medium'],
  ['xl', 'extra large', 'x large', 'xlarge'],
  ['l', 'large'],
  ['2xl', 'xxl', 'xx large', 'extra extra large'],
  ['3xl', 'xxxl', 'xxx large'],
  ['4xl', 'xxxxl'],
  ['one size', 'onesize', 'free size', 'one size fits all'],
  ['navy', 'navy blue', 'dark blue'],
  ['gray', 'grey'],
  ['beige', 'cream', 'off white'],
  ['burgundy', 'wine red', 'dark red'],
  ['multicolor', 'multicolour', 'multi color', 'multi colour'],
]
const REPLACEMENTS = SAME.flatMap(([name, ...others]) => others.map((other) => [other, name] as const)).sort(
  ([a], [b]) => b.length - a.length,
)

/** The words of an option's value, each thing under one name. */
function wordsOfValue(value: string): string[] {
  let text = ` ${fold(value)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
  for (const [other, name] of REPLACEMENTS) text = text.replaceAll(` ${other} `, ` ${name} `)
  return text.split(' ').filter(Boolean)
}

/** Reads each value once: thousands of variants have a few dozen. */
export function wordReader(): (values: readonly string[]) => Set<string> {
  const known = new Map<string, string[]>()
  const read = (value: string): string[] => {
    const words = known.get(value) ?? wordsOfValue(value)
    known.set(value, words)
    return words
  }
  return (values) => new Set(values.flatMap(read))
}

interface Pair {
  id: string
  sku_id: string
  /** Words of theirs that we do not have. */
  others: number
  price: Minor
}

/**
 * One of theirs for each of ours, none twice. A variant of theirs fits when it has every word of ours; of several the
 * one with the fewest other words, then the cheapest. A product without options takes the cheapest.
 */
export function matchVariants(own: readonly OwnVariant[], theirs: readonly SourceVariant[]): Map<string, string> {
  const optionWords = wordReader()
  const wordsOfTheirs = theirs.map((variant) => ({
    ...variant,
    words: optionWords(variant.values.map(({ value }) => value)),
  }))
  const withWord = new Map<string, typeof wordsOfTheirs>()
  for (const variant of wordsOfTheirs)
    for (const word of variant.words) {
      const list = withWord.get(word)
      if (list) list.push(variant)
      else withWord.set(word, [variant])
    }
  const pairs = own.flatMap(({ id, option_values }): Pair[] => {
    const wanted = [...optionWords(option_values)]
    // Thousands of variants on both sides: only those with our rarest word are looked at.
    const lists = wanted.map((word) => withWord.get(word) ?? []).sort((a, b) => a.length - b.length)
    return (lists[0] ?? wordsOfTheirs)
      .filter(({ words }) => wanted.every((word) => words.has(word)))
      .map(({ sku_id, words, price }) => ({ id, sku_id, others: words.size - wanted.length, price }))
  })
  const isOptionless = own.every(({ option_values }) => option_values.length === 0)
  pairs.sort((a, b) => (isOptionless ? 0 : a.others - b.others) || a.price - b.price)
  const matched = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id, sku_id } of pairs) {
    if (matched.has(id) || taken.has(sku_id)) continue
    matched.set(id, sku_id)
    taken.add(sku_id)
  }
  return matched
}
