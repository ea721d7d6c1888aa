import { isAnyTime, type Period, readPeriod } from '../../platform/period.ts'
import type { UrlValues } from '../../platform/url-state.ts'
import { readSaleFilters, type SaleFilters, saleFiltersOn } from './sale-filters.ts'

const LONGEST = 100

interface ParcelFilters {
  keyword: string
  sale: SaleFilters
  period: Period
}

export const readParcelFilters = (url: UrlValues): ParcelFilters => ({
  keyword: (url['keyword'] ?? '').slice(0, LONGEST),
  sale: readSaleFilters(url),
  period: readPeriod(url),
})

/** How many filters are on, beside the status. */
export function parcelFiltersOn(url: UrlValues): number {
  const { keyword, sale, period } = readParcelFilters(url)
  return saleFiltersOn(sale) + (isAnyTime(period) ? 0 : 1) + (keyword === '' ? 0 : 1)
}
