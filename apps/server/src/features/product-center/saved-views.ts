import type { Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'

type Calls = typeof productCenterCalls

export type View = Out<Calls['saveView']>

export const MAX_VIEWS = 50

/** Whose views a screen shows: each person has their own of the order list, product lists are the workplace's. */
export const ownerOf = (screen: View['screen'], user_id: string): string | null =>
  screen === 'orders' ? user_id : null

export const toView = ({
  view_id,
  screen,
  name,
  query,
}: {
  view_id: string
  screen: string
  name: string
  query: unknown
}): View => ({ view_id, screen: screen as View['screen'], name, query: query as View['query'] }) // checked by the table; written by `saveView`
