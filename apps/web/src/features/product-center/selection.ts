/** Which products are selected: some by name, or all that match the list's filters but some. Pure. */
import type { Selection } from '@omni/contracts/products.fields.ts'
import { type ProductFilters, toFilter, type View } from './product-filters.ts'

export type Chosen = { mode: 'some'; ids: ReadonlySet<string> } | { mode: 'all'; except: ReadonlySet<string> }

export const NONE: Chosen = { mode: 'some', ids: new Set() }
export const ALL: Chosen = { mode: 'all', except: new Set() }

/** What the table shows as ticked among the rows it has. */
export const shownAs = (chosen: Chosen, loaded: readonly string[]): ReadonlySet<string> =>
  chosen.mode === 'some' ? chosen.ids : new Set(loaded.filter((id) => !chosen.except.has(id)))

/** The table ticks and unticks rows it has; with "all" that names exceptions. An empty table ends it. */
export function afterTick(chosen: Chosen, ticked: ReadonlySet<string>, loaded: readonly string[]): Chosen {
  if (ticked.size === 0) return NONE
  if (chosen.mode === 'some') return { mode: 'some', ids: ticked }
  return { mode: 'all', except: new Set(loaded.filter((id) => !ticked.has(id))) }
}

export const countOf = (chosen: Chosen, total: number): number =>
  chosen.mode === 'some' ? chosen.ids.size : Math.max(0, total - chosen.except.size)

export const toSelection = (chosen: Chosen, view: View, filters: ProductFilters): Selection =>
  chosen.mode === 'some'
    ? { ids: [...chosen.ids] }
    : { all: { view, filter: toFilter(filters), except: [...chosen.except] } }
