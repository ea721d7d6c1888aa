/** What customers and the merchant do with orders, from the control room. */
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import type { WooWorld } from './auth.ts'
import { buy, changeOrder, orderOf, refundItem } from './orders.ts'
import { findSite } from './sites.ts'
import type { WooTables } from './tables.ts'

const siteField = { name: 'site', label: 'Site', type: 'text' as const, value: 'demo' }
const orderField = { name: 'order', label: 'Order', type: 'number' as const, value: 11 }
const OfOrder = z.strictObject({ site: plainText.default('demo'), order: z.coerce.number().int() })
const PlaceInput = z.strictObject({
  site: plainText.default('demo'),
  product: z.coerce.number().int().optional(),
  count: z.coerce.number().int().min(1).max(500).default(1),
  quantity: z.coerce.number().int().min(1).max(10_000).default(1),
  unpaid: z.coerce.boolean().default(false),
})
const AddressInput = OfOrder.extend({ postcode: plainText.optional(), city: plainText.optional() })
const StatusInput = OfOrder.extend({
  status: z.enum(['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'trash']),
})
const RefundInput = OfOrder.extend({
  line: z.coerce.number().int().default(1),
  quantity: z.coerce.number().int().min(1).default(1),
})

const BUYER = {
  first_name: 'Lea',
  last_name: 'Fontaine',
  company: '',
  address_1: '12 Rue de la République',
  address_2: '',
  city: 'Lyon',
  state: '',
  postcode: '69002',
  country: 'FR',
  email: 'lea@example.test',
  phone: '+33472000000',
}

async function siteOf(world: WooWorld, name: string) {
  const site = await findSite(world, name)
  if (!site) throw new BadInput(`There is no site "${name}"`, 404)
  return site
}

export const orderControl = {
  place_orders: action<WooTables, typeof PlaceInput>({
    label: 'Customers buy',
    fields: [siteField, { name: 'count', label: 'Orders', type: 'number', value: 1 }],
    input: PlaceInput,
    async run(world, { site: name, product, count, quantity, unpaid }) {
      const site = await siteOf(world, name)
      const posts = await world.db
        .selectFrom('posts')
        .selectAll()
        .where('site', '=', site.site)
        .where('status', '=', 'publish')
        .orderBy('id')
        .execute()
      // A product with variations is bought as one of them.
      const sold = posts.filter(
        ({ id, parent_id, doc }) =>
          doc.type !== 'variable' && (product === undefined || product === id || product === parent_id),
      )
      const orders: number[] = []
      for (let n = 0; n < count; n++) {
        const post = sold[Math.floor(world.random() * sold.length)]
        if (!post) throw new BadInput('Nothing is for sale there', 409)
        const row = await buy(world, site, { person: BUYER, items: [{ id: post.id, quantity }], unpaid })
        orders.push(row.id)
      }
      return { orders }
    },
  }),
  edit_address: action<WooTables, typeof AddressInput>({
    label: "Change an order's address",
    fields: [siteField, orderField, { name: 'postcode', label: 'Postcode', type: 'text', value: '75011' }],
    input: AddressInput,
    async run(world, { site: name, order, ...fields }) {
      const site = await siteOf(world, name)
      const row = await orderOf(world, site, order)
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      await changeOrder(world, site, row, { doc: { ...row.doc, shipping: { ...row.doc.shipping, ...given } } })
      return { order }
    },
  }),
  set_order_status: action<WooTables, typeof StatusInput>({
    label: 'Set the status of an order; trash puts it into the bin',
    fields: [siteField, orderField, { name: 'status', label: 'Status', type: 'text', value: 'cancelled' }],
    input: StatusInput,
    async run(world, { site: name, order, status }) {
      const site = await siteOf(world, name)
      const row = await orderOf(world, site, order)
      const restored = row.status === 'trash' ? 'restored' : 'updated'
      await changeOrder(world, site, row, { status }, status === 'trash' ? 'deleted' : restored)
      return { order, status }
    },
  }),
  refund_line: action<WooTables, typeof RefundInput>({
    label: 'Refund a line of an order',
    fields: [siteField, orderField, { name: 'line', label: 'Line', type: 'number', value: 1 }],
    input: RefundInput,
    async run(world, { site: name, order, line, quantity }) {
      const site = await siteOf(world, name)
      await refundItem(world, site, await orderOf(world, site, order), line, quantity, 'Customer changed their mind')
      return { order }
    },
  }),
}
