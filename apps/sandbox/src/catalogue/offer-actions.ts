import { z } from 'zod'
import { action } from '../frame/define-vendor.ts'
import { supplyWorld } from './make-world.ts'
import { moveOffer } from './moved-offers.ts'
import type { Source } from './shapes.ts'

/** What the control room does to what a supplier offers. */
export const offerActions = (source: Source) => ({
  move_offer: action({
    label: 'Change the price or the stock of a product',
    fields: [
      { name: 'product', label: "Product (the supplier's number)", type: 'text', value: '' },
      { name: 'percent', label: 'Per cent of its usual price', type: 'number', value: 130 },
    ],
    input: z.strictObject({
      product: z.string().max(100),
      percent: z.number().min(1).max(100_000),
      sold_out: z.boolean().default(false),
    }),
    async run(world, { product, percent, sold_out }) {
      const offer = supplyWorld(world.config).find(source, product)
      if (offer) moveOffer(offer, { percent, sold_out })
      return { product, found: offer !== undefined }
    },
  }),
})
