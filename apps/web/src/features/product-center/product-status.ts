import type { ProductRow } from '@omni/contracts/products.fields.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import type { Problem, ProductSort, Tracking } from './product-filters.ts'

export const PROBLEM_TEXTS: Record<Problem, TextKey> = {
  no_image: 'product_center.problem_no_image',
  no_price: 'product_center.problem_no_price',
  below_floor: 'product_center.problem_below_floor',
  out_of_stock: 'product_center.problem_out_of_stock',
  will_split: 'product_center.problem_will_split',
  incomplete: 'product_center.problem_incomplete',
}
export const TRACKING_TEXTS: Record<Tracking, TextKey> = {
  tracking: 'product_center.tracking',
  partial: 'product_center.tracking_partial',
  not_tracking: 'product_center.tracking_not',
}
export const SORT_TEXTS: Record<ProductSort, TextKey> = {
  newest: 'product_center.sort_newest',
  oldest: 'product_center.sort_oldest',
  updated: 'product_center.sort_updated',
  title: 'product_center.sort_title',
  title_desc: 'product_center.sort_title_desc',
  price: 'product_center.sort_price',
  price_desc: 'product_center.sort_price_desc',
  cost: 'product_center.sort_cost',
  cost_desc: 'product_center.sort_cost_desc',
  profit: 'product_center.sort_profit',
  profit_desc: 'product_center.sort_profit_desc',
  margin: 'product_center.sort_margin',
  margin_desc: 'product_center.sort_margin_desc',
}

/** What stands in the way of selling comes before where it is sold. */
export function statusOf({ status, problems, pushed }: Pick<ProductRow, 'status' | 'problems' | 'pushed'>): {
  tone: Tone
  text: TextKey
} {
  if (status === 'processing') return { tone: 'accent', text: 'product_center.status_processing' }
  if (status === 'failed') return { tone: 'red', text: 'product_center.status_failed' }
  const first = problems[0]
  if (first)
    return {
      tone: problems.includes('out_of_stock') || problems.includes('no_price') ? 'red' : 'amber',
      text: PROBLEM_TEXTS[first],
    }
  if (pushed === 'active') return { tone: 'green', text: 'product_center.status_active' }
  return pushed === 'draft'
    ? { tone: 'grey', text: 'product_center.status_draft' }
    : { tone: 'green', text: 'product_center.status_ready' }
}
