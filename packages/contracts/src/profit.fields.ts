import { PART_SOURCES, STATED_PARTS } from '@omni/domain/analytics/order-costs.ts'
import { CERTAINTIES } from '@omni/domain/analytics/profit-figures.ts'
import { z } from 'zod'
import { Timestamp } from './fields.ts'

/** What an order earns, by packages/domain/src/analytics/order-profit.ts, in the workplace's display currency. */
export const OrderProfit = z.object({
  state: z.enum(CERTAINTIES),
  currency: z.string(),
  /** With an unknown part: at most. */
  amount: z.int(),
  revenue: z.int(),
  /** Per cent of the revenue; null: nothing was sold, or a part is not known. */
  margin: z.number().nullable(),
})

/** What a profit is made of; what is spent is below 0. Tax is told, and is in no profit. */
export const ProfitParts = z.array(
  z.object({
    part: z.enum(STATED_PARTS),
    amount: z.int(),
    state: z.enum(CERTAINTIES),
    source: z.enum(PART_SOURCES),
    as_of: Timestamp.nullable(),
  }),
)

/** What one piece would earn, sent to the product's country; by packages/domain/src/analytics/piece-profit.ts. */
export const PieceProfit = OrderProfit.omit({ revenue: true })
