import { useMemo } from 'react'
import { useUrlState } from '../../platform/url-state.ts'
import { type Filters, readFilters, writeFilters } from './filters.ts'

export type SetFilters = (change: Partial<Filters>) => void

/** The filters in the address. Each change is a step of its own: the back button takes it back. */
export function useFilters(): [Filters, SetFilters] {
  const [url, setUrl] = useUrlState('push')
  const written = JSON.stringify(url)
  // By content: the router gives a new object at every step, and a list must not be asked for again because of it.
  const filters = useMemo(() => readFilters(JSON.parse(written) as typeof url), [written]) // written one line above
  const set: SetFilters = (change) => setUrl(writeFilters({ ...filters, page: 1, ...change }))
  return [filters, set]
}
