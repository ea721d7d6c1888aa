import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Filters and sort live in the URL, so a list can be shared, reloaded and gone back to. Empty = the default. */
export function useUrlState(): [Record<string, string>, (changes: Record<string, string | undefined>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = Object.fromEntries(Object.entries(search).map(([key, value]) => [key, String(value)]))
  const change = useCallback((changes: Record<string, string | undefined>) => {
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }), replace: true })
  }, [navigate])
  return [values, change]
}
