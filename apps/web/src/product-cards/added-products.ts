/** The added-product entries (sourcing spec §3): one per product that is being imported, until it is closed. */
import { useCallback, useSyncExternalStore } from 'react'
import { observable, useObservable } from '../platform/observable.ts'

export interface AddedProduct {
  /** source:source_product_id, or what names a whole batch. */
  key: string
  source_product_id: string
  product_package_id: string | null
  title: string
  image: string | null
  loading: boolean
  error: string | null
  /** The plan allows no more: the way out is an upgrade. */
  quota: boolean
  is_import_all: boolean
}

/** More than this many at once is a wall, not a message. */
const MOST_AT_ONCE = 4

const entries = observable<readonly AddedProduct[]>([])

export const useAddedProducts = () => useObservable(entries)

/** A later entry of the same product replaces the earlier. What is loading is never pushed out. */
export function showAdded(entry: AddedProduct) {
  const others = entries.get().filter(({ key }) => key !== entry.key)
  const finished = others.filter(({ loading }) => !loading)
  const dropped = new Set(finished.slice(0, Math.max(0, others.length + 1 - MOST_AT_ONCE)).map(({ key }) => key))
  entries.set([...others.filter(({ key }) => !dropped.has(key)), entry])
}

export function changeAdded(key: string, change: Partial<AddedProduct>) {
  entries.set(entries.get().map((entry) => (entry.key === key ? { ...entry, ...change } : entry)))
}

export const hideAdded = (key: string) => entries.set(entries.get().filter((entry) => entry.key !== key))

export const isAdding = (key: string) => entries.get().some((entry) => entry.key === key && entry.loading)

/** By key, so that a grid of a thousand cards draws only the one that changed. */
export const useIsAdding = (key: string) =>
  useSyncExternalStore(
    entries.subscribe,
    useCallback(() => isAdding(key), [key]),
  )
