/** How the router reads and writes the part of an address behind the question mark. */
import type { UrlValues } from './url-state.ts'

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
