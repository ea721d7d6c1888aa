import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { LISTING_STATES, type ListingState } from '@omni/domain/channels/listing.ts'
import { type List, readAll, useList } from '../../platform/list.ts'
import type { UrlValues } from '../../platform/url-state.ts'
import type { ListingRow } from './listing-state.ts'

export const TABS = ['mapped', 'unmapped', 'hidden'] as const
export type Tab = (typeof TABS)[number]

export interface ListingFilters {
  tab: Tab
  store_id: string | null
  state: ListingState | null
  attention: boolean
  text: string
}

const PAGE_SIZE = 50
const ID = /^[\da-z-]{1,40}$/i

/** Anything can stand in an address: what is no filter is left out. */
export const readListingFilters = (url: UrlValues): ListingFilters => ({
  tab: TABS.find((tab) => tab === url['tab']) ?? 'mapped',
  store_id: ID.test(url['store_id'] ?? '') ? (url['store_id'] ?? null) : null,
  state: LISTING_STATES.find((state) => state === url['state']) ?? null,
  attention: url['attention'] === 'true',
  text: (url['text'] ?? '').slice(0, 200),
})

export const isNarrowed = ({ store_id, state, attention, text, tab }: ListingFilters): boolean =>
  store_id !== null || text !== '' || (tab === 'mapped' && (state !== null || attention))

const sharedInput = ({ store_id, text }: ListingFilters) => ({
  ...(store_id ? { store_id } : {}),
  ...(text ? { text } : {}),
})
const unmappedInput = (filters: ListingFilters) => ({
  ...sharedInput(filters),
  ...(filters.tab === 'hidden' ? { hidden: true } : {}),
})
const mappedInput = (filters: ListingFilters) => ({
  ...sharedInput(filters),
  ...(filters.state ? { state: filters.state } : {}),
  ...(filters.attention ? { attention: true } : {}),
})

/** One shape, whichever of the two calls answers; only the one that is shown is asked. */
export function useListings(filters: ListingFilters): List<ListingRow> {
  const isMapped = filters.tab === 'mapped'
  const mapped = useList(
    listingCalls.listMapped,
    { page_size: PAGE_SIZE, ...mappedInput(filters) },
    { quiet: true, enabled: isMapped },
  )
  const unmapped = useList(
    listingCalls.listUnmapped,
    { page_size: PAGE_SIZE, ...unmappedInput(filters) },
    { quiet: true, enabled: !isMapped },
  )
  return isMapped ? mapped : unmapped
}

/** Everything that matches, for the CSV. */
export const allListings = (filters: ListingFilters): Promise<ListingRow[] | null> =>
  filters.tab === 'mapped'
    ? readAll(listingCalls.listMapped, mappedInput(filters))
    : readAll(listingCalls.listUnmapped, unmappedInput(filters))
