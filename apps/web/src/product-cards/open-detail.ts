/**
 * The product whose detail drawer is open, and the list it was opened from. Not a route (sourcing spec §2): a part of
 * the address of the page below it.
 */
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { DEFAULT_SHIP_TO, isSource } from '@omni/domain/catalog/sources.ts'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { go } from '../platform/navigation.ts'
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

/** What the address cannot hold. It belongs to the product in the address, or to none. */
const opened = observable<OpenDetail | null>(null)

const PRODUCT = 'detail'
const COUNTRY = 'detail_to'
/** True: the entry of the history before this one is the same page without the drawer. */
let isPushed = false

const hrefWith = (product: string | null, shipTo: string | null) => {
  const url = new URL(window.location.href)
  for (const [name, value] of [
    [PRODUCT, product],
    [COUNTRY, shipTo],
  ] as const)
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}
const shownProduct = () => new URL(window.location.href).searchParams.get(PRODUCT)

/** The drawer is in the address: Back closes it, a reload keeps it, and it can be shared. */
export function openDetail(detail: OpenDetail) {
  const replace = shownProduct() !== null
  opened.set(detail)
  if (!replace) isPushed = true
  go(hrefWith(keyOf(detail.product), detail.shipTo), { replace, stay: true })
}

export function closeDetail() {
  if (shownProduct() === null) return
  if (isPushed) window.history.back()
  else go(hrefWith(null, null), { replace: true, stay: true })
}

/** It was closed, by whatever way. */
export function forgetDetail() {
  isPushed = false
  opened.set(null)
}

/** What the address says is open, with what is known beside it. */
export function useOpenDetail(): OpenDetail | null {
  const known = useObservable(opened)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [source = '', ...rest] = String(search[PRODUCT] ?? '').split(':')
  const source_product_id = rest.join(':')
  const shipTo = String(search[COUNTRY] ?? '') || DEFAULT_SHIP_TO
  return useMemo(() => {
    if (!isSource(source) || source_product_id === '') return null
    const product = { source, source_product_id }
    const isKnown = known !== null && keyOf(known.product) === keyOf(product)
    return isKnown ? { ...known, shipTo } : { product, card: undefined, shipTo, list: null, similar: false }
  }, [known, source, source_product_id, shipTo])
}

/** A grid that has loaded more tells the drawer, so that "next" goes on. */
export function renewList(list: DetailList) {
  const now = opened.get()
  if (now?.list?.id === list.id) opened.set({ ...now, list })
}

export const placeIn = ({ list, product }: OpenDetail): number =>
  list?.products.findIndex((item) => keyOf(item) === keyOf(product)) ?? -1
