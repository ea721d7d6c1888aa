/** Which choices a buyer has; `make-options.ts` turns the word into options with values. */
export type Choice =
  | 'apparel'
  | 'shoes'
  | 'ring'
  | 'colour'
  | 'plug'
  | 'capacity'
  | 'material'
  | 'length'
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
  /** One kind of good a line: emoji, its names (the first one is the plainest), a colon, what can be said of it. */
  goods: string
}
