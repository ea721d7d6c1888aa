import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type UrlValues = Record<string, string>
/** undefined = the default, which is not written. */
export type UrlChanges = Record<string, string | undefined>

/** Filters and sort live in the URL, so a list can be shared, reloaded and gone back to. */
export function useUrlState(history: 'replace' | 'push' = 'replace'): [UrlValues, (changes: UrlChanges) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = Object.fromEntries(Object.entries(search).map(([key, value]) => [key, String(value)]))
  const change = useCallback(
    (changes: UrlChanges) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
        replace: history === 'replace',
      })
    },
    [navigate, history],
  )
  return [values, change]
}
