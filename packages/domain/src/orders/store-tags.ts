/**
 * The tag by which a store's own order list tells where an order stands with us. One of ours at a time; what the merchant
 * tags is the merchant's. spec: not shown: the words.
 */
import type { OrderGroup } from './groups.ts'

export const STATE_TAGS = {
  attention: 'omni-needs-attention',
  ready: 'omni-to-order',
  ordering: 'omni-ordering',
  ordered: 'omni-ordered',
  shipped: 'omni-shipped',
} as const
export type StateTag = (typeof STATE_TAGS)[keyof typeof STATE_TAGS]

const OURS: readonly string[] = Object.values(STATE_TAGS)

type Standing = Pick<OrderGroup, 'status' | 'sub_status'>

function tagOf({ status, sub_status }: Standing): StateTag | null {
  if (status === 'placement' && sub_status === 'needs_attention') return STATE_TAGS.attention
  if (status === 'placement' && sub_status === 'ready') return STATE_TAGS.ready
  if (status === 'placement' && sub_status === 'processing') return STATE_TAGS.ordering
  if (status === 'payment') return sub_status === 'waiting_payment' ? STATE_TAGS.ordering : STATE_TAGS.ordered
  if (status === 'refund') return STATE_TAGS.ordered
  return status === 'shipment' ? STATE_TAGS.shipped : null
}

/** What has to be done first counts. Null: nothing of it is ours to do, or not any more. */
export function stateTag(groups: readonly Standing[]): StateTag | null {
  const tags = groups.map(tagOf)
  return Object.values(STATE_TAGS).find((tag) => tags.includes(tag)) ?? null
}

export interface TagChange {
  add: string[]
  remove: string[]
}

/** A merchant may have written ours in another case. */
export function tagChange(shown: readonly string[], wanted: StateTag | null): TagChange {
  const remove = shown.filter((tag) => OURS.includes(tag.toLowerCase()) && tag.toLowerCase() !== wanted)
  const isThere = shown.some((tag) => tag.toLowerCase() === wanted)
  return { add: wanted === null || isThere ? [] : [wanted], remove }
}
