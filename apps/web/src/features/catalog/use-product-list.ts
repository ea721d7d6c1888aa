/** The lists behind the grids, in one shape whichever call answers. */
import { catalogCalls, type ProductCard } from '@omni/contracts/catalog.calls.ts'
import type { Call, Out } from '@omni/contracts/kernel.ts'
import type { Collection } from '@omni/domain/catalog/search-options.ts'
import { useCallback, useMemo } from 'react'
import { useList } from '../../platform/list.ts'
import { type Filters, toInput } from './filters.ts'

const PAGE_SIZE = 30 // whole rows of 5, 3 and 2
/**
 * An endless list that was asked again as a whole would move under the reader's eyes; the data is minutes old anyway.
 */
const FRESH_MS = 10 * 60_000

type Found = Out<typeof catalogCalls.findProducts>
/** What the favourites' answer has, and what only a search adds. */
type Page = Pick<Found, 'items' | 'total' | 'total_is_capped'> & Partial<Found>

/** null or undefined: not known (yet). */
export type FacetCounts = Found['facets'] | undefined

export interface ProductListView {
  pages: readonly (readonly ProductCard[])[]
  /** undefined until the first page is there. */
  first: Page | undefined
  error: Error | null
  retry: () => void
  busy: boolean
  /** undefined when everything is loaded. */
  more: (() => void) | undefined
  loadingMore: boolean
  moreFailed: boolean
}

/** Only the list that is shown is asked for. */
export function useProductList(filters: Filters, collection: Collection | null): ProductListView {
  const input = toInput(filters, PAGE_SIZE)
  const { favourites, ship_to } = filters
  const options = (enabled: boolean) => ({ enabled, quiet: true, fresh: FRESH_MS })
  const found = useList(catalogCalls.findProducts, input, options(!favourites && !collection))
  const inCollection = useList(
    catalogCalls.findByCollection,
    { ...input, collection_slug: collection ?? '' },
    options(!favourites && collection !== null),
  )
  const kept = useList(catalogCalls.listFavourites, { ship_to, page_size: PAGE_SIZE }, options(favourites))
  return useView(favourites ? kept : collection ? inCollection : found)
}

/** `/ah/products/dropshipping`, with the same filters. */
export function useDropshippingList(filters: Filters): ProductListView {
  return useView(
    useList(catalogCalls.listDropshippingProducts, toInput(filters, PAGE_SIZE), { quiet: true, fresh: FRESH_MS }),
  )
}

type List = Pick<
  ReturnType<typeof useList<Call>>,
  'error' | 'isError' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { data: { pages: Page[] } | undefined; refetch: () => unknown; fetchNextPage: () => unknown }

function useView(list: List): ProductListView {
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
  const pages = useMemo(() => data?.pages.map(({ items }) => items) ?? [], [data])
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  return {
    pages,
    first: data?.pages[0],
    error: isError && !data ? error : null,
    retry: () => void refetch(),
    busy: isFetching,
    more: hasNextPage ? loadMore : undefined,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
  }
}
