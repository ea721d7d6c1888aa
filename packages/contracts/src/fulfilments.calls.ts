import { z } from 'zod'
import { Id, Text } from './fields.ts'
import { calls } from './kernel.ts'

/** Why a store was not told of a parcel, or not yet. */
export const TELL_PROBLEMS = [
  'disconnected',
  'unreachable',
  'checking',
  'unknown_carrier',
  'refused',
  'already_sent',
  'switched_off',
] as const

/** Whether the store knows of a parcel. Null where the sale came from no store, or nothing was sent. */
export const StoreTold = z.object({
  state: z.enum(['waiting', 'told', 'failed', 'skipped']),
  problem: z.enum(TELL_PROBLEMS).nullable(),
  /** In the store's own words. */
  problem_text: z.string().nullable(),
})

export const fulfilmentCalls = calls({
  tellStore: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/tell-store',
    unkeyed: 'same_again',
    about: 'Tells the store of a parcel once more; a carrier that it knows may be named.',
    input: z.object({ supplier_order_id: Id, carrier: Text.min(1).max(100).optional() }),
    data: StoreTold,
  },
})
