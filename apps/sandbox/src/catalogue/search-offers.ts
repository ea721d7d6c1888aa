import { isWithin } from './kinds.ts'
import type { Offer } from './shapes.ts'

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const known = new WeakMap<Offer, readonly string[]>()

function wordsOf(offer: Offer): readonly string[] {
  const found = known.get(offer) ?? words(offer.title)
  known.set(offer, found)
  return found
}

export interface SearchAsked {
  text?: string | undefined
  category?: number | undefined
  seller?: string | undefined
  /** Every word must occur; otherwise half of them are enough and more is better. */
  strict?: boolean
}

/**
 * Word search as a shop does it: whole words or their beginnings, the better fit first, else in the shop's own order.
 */
export function searchOffers(
  offers: readonly Offer[],
  { text = '', category, seller, strict = false }: SearchAsked,
): Offer[] {
  const wanted = [...new Set(words(text))]
  const fitting = offers.filter(
    (offer) =>
      (category === undefined || isWithin(offer.good.kind.category, category)) &&
      (seller === undefined || offer.seller.id === seller),
  )
  if (wanted.length === 0) return text.trim() === '' ? fitting : []
  const needed = strict ? wanted.length : Math.ceil(wanted.length / 2)
  return fitting
    .map((offer) => {
      const own = wordsOf(offer)
      const hits = wanted.filter((word) => own.some((one) => one === word || (word.length > 2 && one.startsWith(word))))
      return { offer, hits: hits.length, exact: hits.filter((word) => own.includes(word)).length }
    })
    .filter(({ hits }) => hits >= needed)
    .toSorted((a, b) => b.hits - a.hits || b.exact - a.exact)
    .map(({ offer }) => offer)
}
