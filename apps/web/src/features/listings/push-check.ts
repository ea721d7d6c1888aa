/** What the check before a push says, product by product. Pure. */
import type { Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { ProductRow } from '@omni/contracts/products.fields.ts'

export type Check = Out<typeof listingCalls.checkPush>['items'][number]
export type PushProduct = Pick<
  ProductRow,
  'product_id' | 'title' | 'image' | 'source' | 'enabled_variants' | 'cost_min' | 'cost_max'
>

/** Sourcing spec §9: what one listing holds at most before it is split. */
export const SPLIT_OVER = 100
/** The most one call checks (contracts/listings.calls.ts). */
export const CHECKED_AT_ONCE = 100

export type Outcome = 'checking' | 'ready' | 'review' | 'blocked'

/** The worst of all chosen stores. A store that was not checked yet may still object. */
export function outcomeOf(checks: readonly Check[], stores: number): Outcome {
  const severities = checks.flatMap(({ problems }) => problems.map(({ severity }) => severity))
  if (severities.includes('block')) return 'blocked'
  if (checks.length < stores) return 'checking'
  return severities.includes('warn') ? 'review' : 'ready'
}

export type Outcomes = Record<Outcome, number>
export function countOutcomes(outcomes: readonly Outcome[]): Outcomes {
  const counts: Outcomes = { checking: 0, ready: 0, review: 0, blocked: 0 }
  for (const outcome of outcomes) counts[outcome]++
  return counts
}

/** Parts of the editor, as its anchors name them. */
const SECTIONS: Record<string, string> = {
  title: 'overview',
  description: 'description',
  pictures: 'images',
  images: 'images',
  picture: 'images',
  price: 'pricing',
  compare_at_price: 'pricing',
  profit: 'pricing',
  currency: 'pricing',
  shipping: 'shipping',
  seo_title: 'seo',
  seo_description: 'seo',
  handle: 'seo',
  vendor: 'organisation',
  brand: 'organisation',
  product_type: 'organisation',
  category: 'organisation',
  marketplace: 'marketplace',
  tags: 'organisation',
  stock: 'suppliers',
  quantity: 'suppliers',
}

/** Where a problem is put right: a part of the editor, or the store's own connection. */
export function fixHref(product_id: string, field: string): string {
  // A variant's field is written 'v|red/m|price'.
  const name = field.split('|').at(-1) ?? field
  if (name === 'store') return '/app/channel'
  return `/app/products-center/editor/${product_id}#editor-${SECTIONS[name] ?? 'variants'}`
}
