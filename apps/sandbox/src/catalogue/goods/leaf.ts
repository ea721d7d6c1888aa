/** Which choices a buyer has; `make-options.ts` turns the word into options with values. */
export type Choice =
  | 'apparel'
  | 'shoes'
  | 'ring'
  | 'colour'
  | 'capacity'
  | 'litres'
  | 'outdoor'
  | 'material'
  | 'pack'
  | 'scent'
  | 'pattern'
  | 'pet'
  | 'kids'

/** A category without further categories below it, and what is sold in it. */
export interface LeafText {
  path: readonly [string, string] | readonly [string, string, string]
  /** US dollars that half of the goods stay below. */
  price: number
  grams: number
  choice: Choice
  /** What most goods of it may be made of. */
  materials: readonly string[]
  /**
   * One kind of good a line: emoji, its names (the first one is the plainest), a colon, what can be said of it, and
   * after a bar what it is made of if not of the leaf's materials. The emoji is its picture: a name it does not show is
   * a lie to the buyer.
   */
  goods: string
}
