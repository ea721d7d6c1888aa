/** Foundation spec §2 (bell) and §3 "Counts held client side". */
import { badgeCount } from '../numbers.ts'

const COUNTED_KINDS = ['product', 'supplier', 'order'] as const
export type UnreadCounts = { total: number } & Record<(typeof COUNTED_KINDS)[number], number>

/** '' = no badge. §2: 1 shows when nothing is unread and the first-time flag is unset, to invite a first look. */
export function bellBadge(total: number, has_first_time_flag: boolean): string {
  if (total > 0) return badgeCount(total)
  return has_first_time_flag ? '' : '1'
}

/** A kind outside the three still counts in the total. */
export function countUnread(notifications: readonly { kind: string; is_read: boolean }[]): UnreadCounts {
  const counts: UnreadCounts = { total: 0, product: 0, supplier: 0, order: 0 }
  for (const { kind, is_read } of notifications) {
    if (is_read) continue
    counts.total += 1
    const known = COUNTED_KINDS.find((k) => k === kind)
    if (known) counts[known] += 1
  }
  return counts
}
