import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type UrlValues = Record<string, string>
/** undefined = the default, which is not written. */
export type UrlChanges = Record<string, string | undefined>

/**
 * Every value stays the text it is: the router's own reading turns "1005…" into a number, and long ids lose their last
 * digits that way.
 */
export const parseSearch = (search: string): UrlValues => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  // A comma needs no escape, and a list of suppliers can be read without one.
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''
}

/** Filters and sort live in the URL, so a list can be shared, reloaded and gone back to. */
export function useUrlState(history: 'replace' | 'push' = 'replace'): [UrlValues, (changes: UrlChanges) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = Object.fromEntries(Object.entries(search).map(([key, value]) => [key, String(value)]))
  const change = useCallback((changes: UrlChanges) => {
    void navigate({
      to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }), replace: history === 'replace',
    })
  }, [navigate, history])
  return [values, change]
}
