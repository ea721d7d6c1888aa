import { store, stored } from '../../platform/storage.ts'

const KEY = 'omni.recent-searches'
const MOST = 8

export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(stored(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((item) => typeof item === 'string').slice(0, MOST) : []
  } catch {
    return [] // written by somebody else: forgotten
  }
}

/** Newest first, each once. */
export function rememberSearch(text: string) {
  const others = recentSearches().filter((item) => item.toLowerCase() !== text.toLowerCase())
  store(KEY, JSON.stringify([text, ...others].slice(0, MOST)))
}
