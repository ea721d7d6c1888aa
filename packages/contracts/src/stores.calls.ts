import { z } from 'zod'
import { Id, Nothing, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

export const STORE_PLATFORMS = ['shopify', 'woocommerce', 'tiktok'] as const

/** Foundation spec §3, store. */
export const Store = z.object({
  id: z.string(),
  workplace_id: z.string(),
  platform: z.enum(STORE_PLATFORMS),
  platform_domain: z.string(),
  domain: z.string(),
  status: z.string(),
  is_default: z.boolean(),
  currency: z.string(),
  plan_name: z.string(),
  owner_email: z.string(),
  owner_name: z.string(),
  owner_id: z.string(),
  store_name: z.string(),
  metadata: z.object({
    external_channels: z.array(
      z.object({
        id: z.string(),
        handle: z.string(),
        developer_name: z.string(),
        name: z.string(),
        app_id: z.string(),
        is_active: z.boolean(),
      }),
    ),
  }),
  created_at: Timestamp,
})

export const storeCalls = calls({
  listStore: {
    method: 'GET',
    path: '/stores/list-store',
    about: 'The stores of the current workplace, the default one first.',
    input: z.object({}),
    data: z.object({ items: z.array(Store) }),
  },
  updateDefaultStore: {
    method: 'POST',
    path: '/core/stores/update-default-store',
    about: 'Makes one store of the workplace the default.',
    input: z.object({ store_id: Id }),
    data: Nothing,
  },
})
