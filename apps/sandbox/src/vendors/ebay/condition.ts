import { draw } from '../../catalogue/draw.ts'
import type { Offer } from '../../catalogue/shapes.ts'

export interface Condition {
  /** eBay's own id and text. */
  conditionId: string
  condition: string
  /** The word of the `conditions` filter. */
  word: 'NEW' | 'USED'
}

const NEW: Condition = { conditionId: '1000', condition: 'New', word: 'NEW' }
/** The filter knows no word for refurbished: eBay counts them with the used ones. */
const SECOND_HAND: readonly Condition[] = [
  { conditionId: '3000', condition: 'Used', word: 'USED' },
  { conditionId: '2750', condition: 'Like New', word: 'USED' },
  { conditionId: '2010', condition: 'Excellent - Refurbished', word: 'USED' },
  { conditionId: '2500', condition: 'Seller refurbished', word: 'USED' },
]
const SECOND_HAND_SHARE = 0.15
const SAYS_NEW = /\bnew\b/i

export function conditionOf(offer: Offer): Condition {
  const by = draw(`condition ${offer.id}`)
  const mayBe = offer.oddity === null && !SAYS_NEW.test(offer.title)
  return mayBe && by.chance(SECOND_HAND_SHARE) ? by.pick(SECOND_HAND) : NEW
}
