import type { Out } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'

type Line = Pick<
  Out<typeof orderCalls.getOrderDetail>['lines'][number],
  'line_id' | 'title' | 'variant_title' | 'wanted'
>

/** What of an order is needed to split it. */
export interface Splittable {
  order_id: string
  number: string
  lines: readonly Line[]
  source_orders: readonly { state: string }[]
}

export const wantedPieces = (lines: readonly Line[]): number => lines.reduce((sum, { wanted }) => sum + wanted, 0)

/** Nothing of it is bought, and there is a piece to go and one to stay. */
export const canSplit = ({ lines, source_orders }: Splittable): boolean =>
  wantedPieces(lines) > 1 && source_orders.every(({ state }) => state === 'failed' || state === 'cancelled')
