/**
 * Whether two offers are the same good, at two sellers or two suppliers. Nobody says so: there is no number that all of
 * them print.
 * Each kind of evidence is weak alone: pictures tell the kind, titles the kind and some features, prices and properties
 * the make.
 */
import { lineage } from './categories.ts'
import { wordsOf } from './words.ts'

export interface GoodFacts {
  name: string
  category_id: number | null
  /** US cents, divided by what this source usually takes (`priceLevels`). */
  price: number
  /** Properties such as `material: wood`; as many values as it is sold in (`color: red, blue`). */
  traits: ReadonlyMap<string, ReadonlySet<string>>
}

/** Words that praise or address instead of naming; they stand in the titles of everything. */
const SELLING = new Set(
  [
    'new arrival premium portable high quality upgraded durable creative stylish practical elegant popular professional luxury fashion classic modern cute',
    'hot sale wholesale custom customized factory supply supplier manufacturer oem odm logo bulk direct original genuine authentic brand official',
    'free shipping fast ship today seller us eu uk gift idea present birthday anniversary best top super ultra multi universal',
    '1pc 2pc 3pc pcs pc set piece pack lot unit 2024 2025 2026 2027 edition design style version',
    'women men woman man girl boy kid children adult girlfriend mother beginner student everyone home office travel outdoor indoor',
  ].flatMap(wordsOf),
)

/** The words of a title that name the thing. */
export const namingWords = (name: string): string[] => wordsOf(name).filter((word) => !SELLING.has(word))

/** What the shorter title says that the longer one says too, rare words counting more: 0 to 1. */
export function titleOverlap(a: string, b: string, rarity: (word: string) => number): number {
  const [one, two] = [namingWords(a), new Set(namingWords(b))]
  const weigh = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + rarity(word), 0)
  const least = Math.min(weigh(one), weigh(two))
  return least === 0 ? 0 : Math.min(1, weigh(one.filter((word) => two.has(word))) / least)
}

/** How many of the properties that both name agree, and how many contradict. */
export function compareTraits(a: GoodFacts['traits'], b: GoodFacts['traits']): { agree: number; contradict: number } {
  let [agree, contradict] = [0, 0]
  for (const [name, values] of a) {
    const others = b.get(name)
    if (!others) continue
    const shared = [...values].filter((value) => others.has(value)).length
    // A seller may leave some of the choices out: most of the fewer is enough.
    if (shared / Math.min(values.size, others.size) > 0.6) agree++
    else contradict++
  }
  return { agree, contradict }
}

const LEAST_TITLE = 0.45
const LEAST_PICTURE = 0.78
const MOST_PRICE_RATIO = 3
const ENOUGH = 1
/** Where nothing but titles, pictures and prices can be compared, they have to say more. */
const NOTHING_ELSE = 0.25
const MOST_AGREEING = 4
/** `picture` counts from 0.9 up or down: what two makes of one kind have in common anyway. */
const WEIGHT = { picture: 2, title: 0.9, agree: 0.22, contradict: 0.6, price: 0.7, category: 0.1 }
const COMMON_LOOKS = 0.9

/** `picture`: how alike the first pictures are (image-search/vectors.ts). The order of the two does not matter. */
export function sameGood(a: GoodFacts, b: GoodFacts, picture: number, rarity: (word: string) => number): boolean {
  return likelihood(a, b, picture, rarity) >= ENOUGH
}

/**
 * From ENOUGH on: the same. Weights chosen on the sandbox's catalogue, whose truth is known (in groups: precision 0.99,
 * recall 0.95 of 3,548 pairs
 * among 17,500 of the same kind), and rounded: other catalogues are not as tidy.
 */
export function likelihood(a: GoodFacts, b: GoodFacts, picture: number, rarity: (word: string) => number): number {
  const ratio = Math.max(a.price, b.price, 1) / Math.max(1, Math.min(a.price, b.price))
  const title = titleOverlap(a.name, b.name, rarity)
  if (picture < LEAST_PICTURE || title < LEAST_TITLE || ratio > MOST_PRICE_RATIO) return 0
  const { agree, contradict } = compareTraits(a.traits, b.traits)
  const [rootA, rootB] = [lineage(a.category_id).at(-1), lineage(b.category_id).at(-1)]
  const elsewhere = rootA !== undefined && rootB !== undefined && rootA !== rootB
  return (
    WEIGHT.picture * (picture - COMMON_LOOKS) +
    WEIGHT.title * title +
    WEIGHT.agree * Math.min(MOST_AGREEING, agree) -
    WEIGHT.contradict * contradict -
    WEIGHT.price * Math.log(ratio) -
    (elsewhere ? WEIGHT.category : 0) -
    (agree + contradict === 0 ? NOTHING_ELSE : 0)
  )
}
