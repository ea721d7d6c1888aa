import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { useMemo } from 'react'
import { type List, readAll, useList } from '../../platform/list.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { type ProductFilters, readFilters, toInput, type View, writeFilters } from './product-filters.ts'

export type SetFilters = (change: Partial<ProductFilters>) => void

/** The filters in the address. Each change is a step of its own: the back button takes it back. */
export function useProductFilters(): [ProductFilters, SetFilters] {
  const [url, setUrl] = useUrlState('push')
  const written = JSON.stringify(url)
  // By content: the router gives a new object at every step, and a list must not be asked for again because of it.
  const filters = useMemo(() => readFilters(JSON.parse(written) as typeof url), [written]) // written one line above
  return [filters, (change) => setUrl(writeFilters({ ...filters, ...change }))]
}

/** The pushed view is the product center with its own filter; what the address says narrows it further. */
export function withinView(filters: ProductFilters, view: View): ProductFilters {
  if (view === 'import') return { ...filters, pushed: null }
  const isNarrower = filters.pushed !== null && filters.pushed !== 'unpushed'
  return view === 'pushed' && !isNarrower ? { ...filters, pushed: 'pushed' } : filters
}

export type Products = List<ProductRow> & {
  data: { pages: readonly { total: number; total_is_capped: boolean }[] } | undefined
}

/** One shape, whichever of the two calls answers; only the one that is shown is asked. */
export function useProductList(view: View, filters: ProductFilters): Products {
  const input = toInput(filters)
  const imports = useList(importListCalls.listImportList, input, { quiet: true, enabled: view === 'import' })
  const products = useList(productCenterCalls.listProducts, input, { quiet: true, enabled: view !== 'import' })
  return view === 'import' ? imports : products
}

/** Everything that matches, also what is not on screen yet, up to `most`. */
export const allProducts = (view: View, filters: ProductFilters, most?: number): Promise<ProductRow[] | null> =>
  readAll(view === 'import' ? importListCalls.listImportList : productCenterCalls.listProducts, toInput(filters), most)
