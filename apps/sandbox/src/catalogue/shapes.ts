import type { Choice } from './goods/leaf.ts'
import { TRAITS } from './sources/registry.ts'

export type Source = keyof typeof TRAITS
export const SOURCES = Object.keys(TRAITS) as [Source, ...Source[]] // its own keys

export interface Category {
  /** 1, 2, 3 … over the whole tree; each vendor dresses it as its own kind of id. */
  number: number
  name: string
  parent: Category | null
  /** From the root down, its own name included. */
  path: readonly string[]
  leaf: boolean
}

/** What a thing is: "hiking backpack". */
export interface Kind {
  emoji: string
  /** Different names for it, the plainest first. */
  names: readonly string[]
  features: readonly string[]
  /** What it may be made of. */
  materials: readonly string[]
  category: Category
  choice: Choice
  price: number
  grams: number
}

export interface Option {
  name: string
  values: readonly { value: string; /** dearer or cheaper than the first value */ factor: number; country?: string }[]
}

/** The thing itself, however many sell it: "waterproof hiking backpack with a roll top" of one make. */
export interface Good {
  number: number
  kind: Kind
  brand: string
  features: readonly string[]
  material: string
  options: readonly Option[]
  /** US cents at an ordinary seller. */
  price: number
  grams: number
  /** Sold so far in all the world; the sellers share it. */
  demand: number
}

export interface Seller {
  source: Source
  number: number
  id: string
  name: string
  /** 0 to 100. */
  score: number
  country: string
  years: number
  followers: number
}

/** What every world must have once in each source, so that nobody meets it for the first time in production. */
export type Oddity =
  | 'many_variants'
  | 'no_pictures'
  | 'wide_price'
  | 'emoji_title'
  | 'chinese_title'
  | 'arabic_title'
  | 'one_variant'

/** One seller's listing of a good at one source. Everything else about it is worked out when asked. */
export interface Offer {
  source: Source
  /** 0, 1, 2 … within the source. */
  index: number
  id: string
  good: Good
  seller: Seller
  title: string
  /** US cents of the cheapest choice, before the day's changes. */
  price: number
  options: readonly Option[]
  pictures: number
  ship_from: readonly string[]
  /** Sold per day on average. */
  pace: number
  /** Sold before the catalogue's first day. */
  sold_before: number
  rating: number
  free_to_us: boolean
  oddity: Oddity | null
}

export interface Variant {
  index: number
  /** One per option of the offer. */
  values: readonly { option: string; value: string; country?: string }[]
  /** US cents. */
  price: number
  list_price: number
  stock: readonly { country: string; quantity: number }[]
  grams: number
  colour: string | null
}
