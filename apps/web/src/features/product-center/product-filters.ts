/** What narrows and orders a list of the seller's products, as it stands in the URL. Pure: read, write, ask. */
import { PRODUCT_PROBLEMS, PRODUCT_SORTS } from '@omni/contracts/import-list.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import type { Sort } from '@omni/ui/data-table-column.ts'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'

export type View = 'import' | 'center' | 'pushed'
export type ProductSort = (typeof PRODUCT_SORTS)[number]
export type Problem = (typeof PRODUCT_PROBLEMS)[number]
export const TRACKING = ['tracking', 'partial', 'not_tracking'] as const
export type Tracking = (typeof TRACKING)[number]
const PUSHED = ['unpushed', 'pushed', 'draft', 'active'] as const
type Pushed = (typeof PUSHED)[number]

/** null is "any". Prices are minor units, margins per cent. */
export interface ProductFilters {
  text: string
  sources: readonly Source[]
  tags: readonly string[]
  min_price: number | null
  max_price: number | null
  min_margin: number | null
  max_margin: number | null
  problem: Problem | null
  pushed: Pushed | null
  tracking: Tracking | null
  seller: string | null
  /** What one run made or changed. */
  run_id: string | null
  sort: ProductSort
}

export const NO_FILTERS: ProductFilters = {
  text: '',
  sources: [],
  tags: [],
  min_price: null,
  max_price: null,
  min_margin: null,
  max_margin: null,
  problem: null,
  pushed: null,
  tracking: null,
  seller: null,
  run_id: null,
  sort: 'newest',
}

const MAX_TEXT = 200
const knownOrNull = <T extends string>(known: readonly T[], text: string | undefined): T | null =>
  known.find((value) => value === text) ?? null

function whole(text: string | undefined, least: number, most: number): number | null {
  const value = Number(text)
  return text && /^-?\d+$/.test(text) && value >= least && value <= most ? value : null
}

/** A tag may hold a comma; it travels with its own escape. */
const readTags = (text: string) =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => decode(tag).trim())
        .filter(Boolean),
    ),
  ].slice(0, 20)
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // written by hand
  }
}
const writeTags = (tags: readonly string[]) =>
  tags.map((tag) => tag.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

/** Anything can stand in an address: what is no filter is left out, and the page still opens. */
export function readFilters(url: UrlValues): ProductFilters {
  return {
    text: (url['text'] ?? '').slice(0, MAX_TEXT),
    sources: [...new Set((url['source'] ?? '').split(',').filter(isSource))],
    tags: readTags(url['tag'] ?? ''),
    min_price: whole(url['min_price'], 0, 100_000_000_00),
    max_price: whole(url['max_price'], 0, 100_000_000_00),
    min_margin: whole(url['min_margin'], -1000, 100),
    max_margin: whole(url['max_margin'], -1000, 100),
    problem: knownOrNull(PRODUCT_PROBLEMS, url['problem']),
    pushed: knownOrNull(PUSHED, url['pushed']),
    tracking: knownOrNull(TRACKING, url['tracking']),
    seller: url['seller']?.slice(0, MAX_TEXT) || null,
    run_id: /^[\da-f-]{36}$/i.test(url['run_id'] ?? '') ? (url['run_id'] ?? null) : null,
    sort: knownOrNull(PRODUCT_SORTS, url['sort']) ?? 'newest',
  }
}

const text = (value: number | null) => (value === null ? undefined : String(value))

/** Defaults are not written, so an address says only what was chosen. */
export function writeFilters(filters: ProductFilters): UrlChanges {
  return {
    text: filters.text || undefined,
    source: filters.sources.join(',') || undefined,
    tag: writeTags(filters.tags) || undefined,
    min_price: text(filters.min_price),
    max_price: text(filters.max_price),
    min_margin: text(filters.min_margin),
    max_margin: text(filters.max_margin),
    problem: filters.problem ?? undefined,
    pushed: filters.pushed ?? undefined,
    tracking: filters.tracking ?? undefined,
    seller: filters.seller ?? undefined,
    run_id: filters.run_id ?? undefined,
    sort: filters.sort === 'newest' ? undefined : filters.sort,
  }
}

/** How many filters are on; text and order are not among them. */
export function countFilters({
  sources,
  tags,
  min_price,
  max_price,
  min_margin,
  max_margin,
  problem,
  tracking,
  seller,
  run_id,
}: ProductFilters): number {
  const price = min_price !== null || max_price !== null
  const margin = min_margin !== null || max_margin !== null
  return [sources.length > 0, tags.length > 0, price, margin, problem, tracking, seller, run_id].filter(Boolean).length
}

/** Without order: what "all that match" means for an action. */
export function toFilter(filters: ProductFilters) {
  const { sources, tags, min_price, max_price, min_margin, max_margin, problem, pushed, tracking, seller, run_id } =
    filters
  return {
    ...(filters.text ? { text: filters.text } : {}),
    ...(sources.length > 0 ? { source: [...sources] } : {}),
    ...(tags.length > 0 ? { tag: [...tags] } : {}),
    ...(min_price === null ? {} : { min_price }),
    ...(max_price === null ? {} : { max_price }),
    ...(min_margin === null ? {} : { min_margin }),
    ...(max_margin === null ? {} : { max_margin }),
    ...(problem === null ? {} : { problem }),
    ...(pushed === null ? {} : { pushed }),
    ...(tracking === null ? {} : { tracking }),
    ...(seller === null ? {} : { seller }),
    ...(run_id === null ? {} : { run_id }),
  }
}

const PAGE_SIZE = 50

export const toInput = (
  filters: ProductFilters,
): Omit<CallInput<typeof productCenterCalls.listProducts>, 'cursor'> => ({
  ...toFilter(filters),
  sort: filters.sort,
  page_size: PAGE_SIZE,
})

/** The table's heads sort by these; the other orders are in the menu. */
const HEAD_SORTS = ['title', 'price', 'cost', 'profit', 'margin'] as const

export function toHeadSort(sort: ProductSort): Sort | undefined {
  const key = HEAD_SORTS.find((head) => sort === head || sort === `${head}_desc`)
  return key ? { key, direction: sort === key ? 'asc' : 'desc' } : undefined
}

export function fromHeadSort({ key, direction }: Sort): ProductSort {
  const head = HEAD_SORTS.find((known) => known === key)
  return head ? (direction === 'asc' ? head : `${head}_desc`) : 'newest'
}
