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
  /** Known from pages that somebody captures, and no page shows thousands of choices. */
  is_captured?: true
  /** Titles are written for buyers, not for resellers. */
  is_worded_for_buyers?: true
  /** A page shows one colour of a good. */
  is_page_of_colour?: true
  /** The warehouse is one of the choices. */
  chooses_warehouse?: true
  /** Its sellers keep goods at one place: at home, or where the site keeps them for sellers of a country. */
  keeps_at?: (country: string) => string
  /** Absent: most countries. `by` draws for the offer and a country. */
  reaches?: (country: string, by: (of: 'home' | 'reach') => Draw) => boolean
  /** A seller's name, where it is not three words. */
  sellerName?: (words: readonly [string, string, string], number: number) => string
  /** `salt`: three digits. */
  sellerId(number: number, salt: number): string
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
