import { z } from 'zod'
import { ProductCard, ShipTo } from './catalog.calls.ts'
import { calls } from './kernel.ts'

/** spec: not shown which tools. */
export const DISCOVER_TOOLS = [
  'search',
  'image_search',
  'favorite_supplier',
  'experts_choice',
  'source_accounts',
] as const

/** The home widgets of sourcing: what this seller did, and what follows from it. */
export const personalCalls = calls({
  listPersonalizedProducts: {
    method: 'GET',
    path: '/center/products/personalize',
    about: 'Products near what this seller looked at, searched for and marked; with why.',
    input: z.object({ ship_to: ShipTo, limit: z.coerce.number().int().min(1).max(60).default(12) }),
    data: z.object({
      items: z.array(ProductCard),
      /** `new`: nothing is known of the seller yet, and what sells well is shown. */ from: z.enum([
        'behaviour',
        'new',
      ]),
    }),
  },
  listPickupLeftOff: {
    method: 'GET',
    path: '/center/products/pickup-left-off',
    about: 'What this seller looked at last, newest first.',
    input: z.object({ ship_to: ShipTo, limit: z.coerce.number().int().min(1).max(60).default(12) }),
    data: z.object({ items: z.array(ProductCard) }),
  },
  getDiscoverTools: {
    method: 'GET',
    path: '/center/products/discover-tools',
    about: 'Which tools of the discover widget the seller has tried.',
    input: z.object({}),
    data: z.object({ discover: z.record(z.string(), z.boolean()) }),
  },
  updateDiscoverTools: {
    method: 'POST',
    path: '/center/products/discover-tools',
    unkeyed: 'same_again',
    about: 'Marks a tool as tried.',
    input: z.object({ discover: z.enum(DISCOVER_TOOLS) }),
    data: z.object({ discover: z.record(z.string(), z.boolean()) }),
  },
})
