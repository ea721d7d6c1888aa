import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { useCallback, useMemo } from 'react'
import { useList } from '../../platform/list.ts'
import { query, queryClient } from '../../platform/query.ts'
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

type List = Pick<
  ReturnType<typeof useList<Call>>,
  'error' | 'isError' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & {
  data: { pages: { items: ProductRow[]; total: number; total_is_capped: boolean }[] } | undefined
  refetch: () => unknown
  fetchNextPage: () => unknown
}

export interface ProductListState {
  rows: readonly ProductRow[] | undefined
  total: number
  capped: boolean
  error: Error | null
  retry: () => void
  busy: boolean
  /** undefined when everything is loaded. */
  more: (() => void) | undefined
  loadingMore: boolean
  moreFailed: boolean
}

/** One shape, whichever of the two calls answers; only the one that is shown is asked. */
export function useProductList(view: View, filters: ProductFilters): ProductListState {
  const input = toInput(filters)
  const imports = useList(importListCalls.listImportList, input, { quiet: true, enabled: view === 'import' })
  const products = useList(productCenterCalls.listProducts, input, { quiet: true, enabled: view !== 'import' })
  const list: List = view === 'import' ? imports : products
  const {
    data,
    isError,
    error,
    isFetching,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = list
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const first = data?.pages[0]
  return {
    rows,
    total: first?.total ?? 0,
    capped: first?.total_is_capped ?? false,
    error: isError && !data ? error : null,
    retry: () => void refetch(),
    busy: isFetching,
    more: hasNextPage ? more : undefined,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
  }
}

const EXPORT_PAGE = 100 // the most one call gives

/**
 * Everything that matches, also what is not on screen yet, up to `most`; null after a failure, which says itself what it
 * was.
 */
export async function allProducts(view: View, filters: ProductFilters, most = Infinity): Promise<ProductRow[] | null> {
  const all: ProductRow[] = []
  try {
    for (let cursor: string | null = ''; cursor !== null && all.length < most;) {
      const input = { ...toInput(filters), page_size: EXPORT_PAGE, ...(cursor && { cursor }) }
      const page: { items: ProductRow[]; next_cursor: string | null } = await queryClient.fetchQuery(
        query(view === 'import' ? importListCalls.listImportList : productCenterCalls.listProducts, input),
      )
      all.push(...page.items)
      cursor = page.next_cursor
    }
    return all
  } catch {
    return null
  }
}
