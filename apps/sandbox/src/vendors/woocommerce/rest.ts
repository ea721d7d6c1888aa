import type { Key, Site, WooWorld } from './auth.ts'
import { invalidParam } from './wp.ts'

/** A request to the API, whichever way its route was written. */
export interface Incoming {
  world: WooWorld
  site: Site
  /** null: nobody is signed in. */
  key: Key | null
  /** The numbers in the path, in their order. */
  ids: number[]
  query: Record<string, string>
  body: Record<string, unknown>
}

export interface Answer {
  status?: number
  body: unknown
  /** Of a list. */
  total?: number
  per_page?: number
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `#` is a number. */
  path: string
  endpoint: string
  /** Everybody may read it. */
  open?: true
  run(incoming: Incoming): Promise<Answer>
}

export function pageOf(query: Record<string, string>): { page: number; per_page: number } {
  const page = Number(query['page'] ?? 1)
  const per_page = Number(query['per_page'] ?? 10)
  if (!(per_page >= 1 && per_page <= 100))
    throw invalidParam({ per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)' })
  if (!(page >= 1)) throw invalidParam({ page: 'page must be greater than or equal to 1' })
  return { page: Math.floor(page), per_page: Math.floor(per_page) }
}
