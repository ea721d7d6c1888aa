import { CASHBACK_STATES } from '@omni/domain/cashback/cashback.ts'
import { z } from 'zod'
import { CurrencyCode, Id, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

const Money = z.int()
const Setting = z.object({
  /** Whether the plan has it. */
  available: z.boolean(),
  enabled: z.boolean(),
})

/** spec: not shown; foundation spec §2 has the page. */
export const cashbackCalls = calls({
  getCashback: {
    method: 'GET',
    path: '/payments/cashback',
    about: 'Cashback on orders at the house supplier: whether it is on, what waits and what was paid.',
    input: z.object({}),
    data: Setting.extend({
      percent: z.number(),
      held_days: z.int(),
      currency: CurrencyCode,
      pending: Money,
      frozen: Money,
      paid: Money,
      /** The newest fifty. */
      items: z.array(
        z.object({
          supplier_order_id: Id,
          order_id: Id,
          order_number: z.string(),
          amount: Money,
          state: z.enum(CASHBACK_STATES),
          release_at: Timestamp,
        }),
      ),
    }),
  },
  setCashback: {
    method: 'POST',
    path: '/payments/cashback',
    unkeyed: 'same_again',
    about: 'Switches cashback on orders on or off. What was earned stays.',
    input: z.object({ enabled: z.boolean() }),
    data: Setting,
  },
})
