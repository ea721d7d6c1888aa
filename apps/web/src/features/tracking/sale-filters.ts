/** What lists of sales and of their parcels are narrowed by, as the address has it. */
import { ORDER_CHANNELS } from '@omni/contracts/orders.calls.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'

export const MARKS = ['all', '1', '0'] as const

export interface SaleFilters {
  channel: 'all' | (typeof ORDER_CHANNELS)[number]
  source: 'all' | (typeof SOURCES)[number]
  mark_order: (typeof MARKS)[number]
}

export const NO_SALE_FILTERS: UrlChanges = { channel: undefined, source: undefined, mark: undefined }

/** Anything can stand in an address: what is no filter is left out. */
export const readSaleFilters = (url: UrlValues): SaleFilters => ({
  channel: ORDER_CHANNELS.find((one) => one === url['channel']) ?? 'all',
  source: SOURCES.find((one) => one === url['source']) ?? 'all',
  mark_order: MARKS.find((one) => one === url['mark']) ?? 'all',
})

export const saleFiltersOn = ({ channel, source, mark_order }: SaleFilters): number =>
  [channel, source, mark_order].filter((value) => value !== 'all').length
