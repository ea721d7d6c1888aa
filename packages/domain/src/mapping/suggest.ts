/** How likely a supplier product is what a store sells, and why. */
import { namingWords, titleOverlap } from '../catalog/same-good.ts'
import { isShown } from '../image-search/match.ts'
import type { Minor } from '../money.ts'

export const SUGGESTION_REASONS = ['sku', 'title', 'picture', 'options', 'price'] as const
type SuggestionReason = (typeof SUGGESTION_REASONS)[number]

export interface StoreFacts {
  title: string
  /** The usual price there, US cents; null: no rate. */
  price: Minor | null
  variants: number
}

export interface Candidate {
  name: string
  /** US cents. */
  price: Minor
  /** A SKU of the store is a number of the supplier's. */
  has_sku: boolean
  /** Of the store's variants, those with a counterpart. */
  matched: number
  /** How alike the first pictures are; null: one of them could not be looked at. */
  picture: number | null
}

export interface Evidence {
  /** The larger, the likelier. Only differences mean something. */
  score: number
  reasons: SuggestionReason[]
}

const GOOD_TITLE = 0.6
/** What a seller usually takes for what costs 1, where nothing of their own is known yet. */
export const USUAL_MARKUP = 2.5
const NEAR_PRICE = Math.log(1.5)
const WEIGHT = { sku: 6, title: 4, picture: 10, options: 2, price: 1, numbers: 2 }
/** Two makes of one kind of thing look so much alike. */
const COMMON_LOOKS = 0.85

/** Numbers that a title names ("500 ml", "3 pack"): two goods that differ in one are two goods. */
const numbersIn = (title: string): Set<string> => new Set(title.match(/\d+(?:[.,]\d+)?/g) ?? [])

function numbersDiffer(a: string, b: string): boolean {
  const [one, two] = [numbersIn(a), numbersIn(b)]
  return one.size > 0 && two.size > 0 && ![...one].some((number) => two.has(number))
}

/** `markup`: the seller's own middle one. */
export function weigh(
  store: StoreFacts,
  candidate: Candidate,
  markup: number,
  rarity: (word: string) => number,
): Evidence {
  const title = namingWords(store.title).length === 0 ? 0 : titleOverlap(store.title, candidate.name, rarity)
  const options = store.variants === 0 ? 0 : candidate.matched / store.variants
  const off =
    store.price === null || candidate.price === 0
      ? null
      : Math.abs(Math.log(Math.max(1, store.price) / candidate.price / markup))
  const { picture } = candidate
  const score =
    (candidate.has_sku ? WEIGHT.sku : 0) +
    WEIGHT.title * title +
    (picture === null ? 0 : WEIGHT.picture * (picture - COMMON_LOOKS)) +
    WEIGHT.options * options -
    (off === null ? 0 : WEIGHT.price * Math.min(2, off)) -
    (numbersDiffer(store.title, candidate.name) ? WEIGHT.numbers : 0)
  const reasons = SUGGESTION_REASONS.filter(
    (reason) =>
      ({
        sku: candidate.has_sku,
        title: title >= GOOD_TITLE,
        picture: picture !== null && isShown(picture),
        options: store.variants > 1 && options === 1,
        price: off !== null && off <= NEAR_PRICE,
      })[reason],
  )
  return { score, reasons }
}
