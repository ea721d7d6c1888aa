/** The product whose detail drawer is open, and the list it was opened from. Not a route (sourcing spec §2). */
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { observable, useObservable } from '../platform/observable.ts'
import { keyOf, type ProductKey } from './detail-address.ts'

export interface DetailList {
  /** Which grid on the screen. */
  id: string
  products: readonly ProductCard[]
  /** As it is written: '4,318'. */
  total: string
  /** Loads further products; absent when there are none. */
  more?: (() => void) | undefined
}

export interface OpenDetail {
  product: ProductKey
  /** What a card knew already, shown until the answer is there. */
  card: ProductCard | undefined
  shipTo: string
  list: DetailList | null
  /** A similar product was opened from a detail. */
  similar: boolean
}

const opened = observable<OpenDetail | null>(null)

export const useOpenDetail = () => useObservable(opened)
export const openDetail = (detail: OpenDetail) => opened.set(detail)
export const closeDetail = () => opened.set(null)

/** A grid that has loaded more tells the drawer, so that "next" goes on. */
export function renewList(list: DetailList) {
  const now = opened.get()
  if (now?.list?.id === list.id) opened.set({ ...now, list })
}

export const placeIn = ({ list, product }: OpenDetail): number =>
  list?.products.findIndex((item) => keyOf(item) === keyOf(product)) ?? -1
