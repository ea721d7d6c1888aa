/** What is a supplier's own in the sandbox's world; the rest is the same for all. */
import type { Draw } from '../draw.ts'

interface Service {
  code: string
  company: string
  /** Times the ordinary cost, times the ordinary days. */
  cost: number
  speed: number
  tracked: boolean
}

interface TitleWords {
  brand: string
  name: string
  other: string
  first: string
  second: string
  third: string
  praise: string
  whom: string
}

export interface SourceTraits {
  /** How many products of 5,200. */
  share: number
  /** What it takes for the same thing: wholesale below, retail above. */
  price_level: number
  /** It takes orders by API, so resellers buy there. */
  is_bought_by_api?: true
  /** The last words of its sellers' names. */
  seller_names: readonly string[]
  /** Where its sellers sit, most common first in proportion to how often it is written. */
  seller_countries: readonly string[]
  services: readonly Service[]
  /** The id of an offer (`variant` below zero) or of one of its variants; `n` is a number of its own for each. */
  id(index: number, variant: number, n: number): string
  /** `n` back from an id that names a variant without its offer. */
  numberOf?(id: string): number | null
  /** Three ways in which its sellers name a good. */
  titles(words: TitleWords, by: Draw): readonly [string, string, string]
  /** Titles are cut here, after a whole word. */
  longest_title?: number
}
