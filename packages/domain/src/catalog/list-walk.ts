/**
 * How a supplier's whole list is walked. Some suppliers answer only to words, and some end a list early: those are asked
 * by category, and a category that is still too long by words.
 */
export interface WalkPlace {
  /** null: all categories. */
  category_id: string | null
  /** Which of the words; null: none. */
  word: number | null
  /** Where the supplier goes on; null: from the start. */
  cursor: string | null
}

export interface WalkWays {
  words: readonly string[]
  /** A search without words finds nothing. */
  needs_words: boolean
  /** All products are in one; empty where the supplier does not tell. */
  category_ids: readonly string[]
}

/** What the page at a place said. */
export interface WalkedPage {
  next: string | null
  /** The supplier has more than it lists for this question. */
  cut_off: boolean
}

export const walkStart = ({ needs_words }: Pick<WalkWays, 'needs_words'>): WalkPlace => ({
  category_id: null,
  word: needs_words ? 0 : null,
  cursor: null,
})

export interface Step {
  /** null: the walk is done. */
  place: WalkPlace | null
  /** The list of this place was cut off, and nothing that follows is sure to find the rest. */
  left_out: boolean
}

export function nextPlace(place: WalkPlace, page: WalkedPage, ways: WalkWays): Step {
  const { category_id, word } = place
  const [first] = ways.category_ids
  const everything = category_id === null && word === null
  // The categories hold all of it: not one page more of a list that ends early.
  if (everything && page.cut_off && first !== undefined)
    return { place: { category_id: first, word: null, cursor: null }, left_out: false }
  if (page.next !== null) return { place: { ...place, cursor: page.next }, left_out: false }
  // Words find most of what a list that ended early holds, and never surely all of it.
  if (word === null && page.cut_off && ways.words.length > 0)
    return { place: { category_id, word: 0, cursor: null }, left_out: true }
  return { place: following(place, ways), left_out: page.cut_off }
}

/** The next question of the same kind; after the last word of a category, the next category. */
function following({ category_id, word }: WalkPlace, { words, category_ids }: WalkWays): WalkPlace | null {
  if (word !== null && word + 1 < words.length) return { category_id, word: word + 1, cursor: null }
  if (category_id === null) return null
  const next = category_ids[category_ids.indexOf(category_id) + 1]
  // One that is not there any more was the place of an older list: the walk goes on with the new one's start.
  return next === undefined ? null : { category_id: next, word: null, cursor: null }
}
