import { z } from 'zod'
import { calls } from './kernel.ts'

/** What can need a seller; the web app has a sentence and a button for each. */
const ATTENTION_KEYS = [
  'orders_attention',
  'orders_ready',
  'orders_unpaid',
  'stores_attention',
  'listings_attention',
  'supplier_changes',
  'verify_email',
  'demo_account',
  'connect_store',
  'quota_reached',
  'quota_low',
  'parcels',
  'second_factor_off',
  'unread_notifications',
] as const

export const homeCalls = calls({
  getAttention: {
    // spec: not shown
    method: 'GET',
    path: '/core/account/attention',
    about: 'What needs the seller today, most urgent first.',
    input: z.object({}),
    data: z.object({
      items: z.array(
        z.object({
          key: z.enum(ATTENTION_KEYS),
          level: z.enum(['red', 'amber', 'grey']),
          count: z.int(),
          details: z.record(z.string(), z.string()),
        }),
      ),
    }),
  },
})
