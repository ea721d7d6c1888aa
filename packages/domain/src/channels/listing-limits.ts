/** What a channel takes of a listing, and where that hangs on the store's country. Plain data of the vendor's folder. */
export interface ListingLimits {
  title: number
  /** Absent: a title of one character will do. */
  title_least?: number
  variants: number
  options: number
  pictures: number
  /** What a marketplace refuses, and what it does differently than a shop of the seller's own. */
  marketplace?: {
    option_name: number
    option_value: number
    /** Signs that no title may hold: a regular expression with the flag `u`. */
    title_symbols: string
  }
  /** A catalog: its items are refused without a text, a picture and a page that they lead to. */
  catalog?: true
  /** What is different in stores of some countries. */
  countries?: readonly ({ of: readonly string[] } & Partial<
    Pick<ListingLimits, 'title' | 'title_least' | 'variants'>
  >)[]
}
