/** What customers and the merchant do with orders, from the control room. */
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { EveryMinutes, everyField, setHabit } from '../../customers/habit.ts'
import { drawCustomer, halfAddress } from '../../customers/people.ts'
import { OverDays, saleTimes } from '../../customers/sale-times.ts'
import { action } from '../../frame/define-vendor.ts'
import type { Site, WooWorld } from './auth.ts'
import { buy, changeOrder, orderOf, refundItem, refundMoney } from './orders.ts'
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
  cash: z.coerce.boolean().default(false),
  half_address: z.coerce.boolean().default(false),
  is_draft: z.coerce.boolean().default(false),
  fee: z.string().max(20).default(''),
  coupon: z.string().max(20).default(''),
  over_days: OverDays,
})
const HabitInput = z.strictObject({ site: plainText.default('demo'), every_min: EveryMinutes })
const AddressInput = OfOrder.extend({ postcode: plainText.optional(), city: plainText.optional() })
const StatusInput = OfOrder.extend({
  status: z.enum([
    'checkout-draft',
    'pending',
    'processing',
    'on-hold',
    'completed',
    'cancelled',
    'refunded',
    'failed',
    'trash',
  ]),
})
const MoneyInput = OfOrder.extend({ amount: z.string().regex(/^\d{1,9}\.\d\d$/, 'as 4.50') })
const RefundInput = OfOrder.extend({
  line: z.coerce.number().int().default(1),
  quantity: z.coerce.number().int().min(1).default(1),
})

async function siteOf(world: WooWorld, name: string) {
  const site = await findSite(world, name)
  if (!site) throw new BadInput(`There is no site "${name}"`, 404)
  return site
}

interface ActionInput {
  product?: number | undefined
  quantity: number
  unpaid: boolean
  cash?: boolean
  half_address: boolean
  is_draft?: boolean
  /** What it costs, and what it takes off; empty: there is none. */
  fee?: string
  coupon?: string
  sold_at: Date
}

/** One of the published products, for one of the customers. */
async function buySomething(world: WooWorld, site: Site, { product, half_address, ...input }: ActionInput) {
  const posts = await world.db
    .selectFrom('posts')
    .selectAll()
    .where('site', '=', site.site)
    .where('status', '=', 'publish')
    .orderBy('id')
    .execute()
  // A product with variations is bought as one of them; nobody chooses what is sold out.
  const isLeft = ({ doc }: (typeof posts)[number]) =>
    !doc.manage_stock || doc.backorders !== 'no' || (doc.stock_quantity ?? 0) >= input.quantity
  const sold = posts.filter(
    (post) =>
      post.doc.type !== 'variable' &&
      (product === undefined ? isLeft(post) : product === post.id || product === post.parent_id),
  )
  const post = sold[Math.floor(world.random() * sold.length)]
  if (!post) throw new BadInput('Nothing is for sale there', 409)
  const drawn = drawCustomer(world.random)
  const customer = half_address ? halfAddress(drawn) : drawn
  const person = {
    first_name: customer.first_name,
    last_name: customer.last_name,
    company: '',
    address_1: customer.address1,
    address_2: '',
    city: customer.city,
    state: customer.province_code,
    postcode: customer.zip,
    country: customer.country_code,
    email: `${customer.first_name.toLowerCase()}@example.test`,
    phone: customer.phone,
  }
  const { quantity, unpaid, cash = false, sold_at, is_draft = false, fee = '', coupon = '' } = input
  const fees = fee === '' ? [] : [{ name: 'Gift wrap & card', total: fee }]
  const coupons = coupon === '' ? [] : [{ code: 'welcome', discount: coupon }]
  return buy(world, site, {
    person,
    items: [{ id: post.id, quantity }],
    unpaid,
    cash,
    fees,
    coupons,
    is_draft,
    sold_at,
  })
}

/** A customer who buys by himself. A shop without goods is passed over. */
export async function buyNowAndThen(world: WooWorld, name: string): Promise<void> {
  const site = await findSite(world, name)
  if (!site) return
  const input = { quantity: 1, unpaid: false, half_address: false, sold_at: world.now() }
  await buySomething(world, site, input).catch((error: unknown) => {
    if (!(error instanceof BadInput)) throw error
  })
}

export const orderControl = {
  place_orders: action<WooTables, typeof PlaceInput>({
    label: 'Customers buy',
    fields: [siteField, { name: 'count', label: 'Orders', type: 'number', value: 1 }],
    input: PlaceInput,
    async run(world, { site: name, count, over_days, ...input }) {
      const site = await siteOf(world, name)
      const orders: number[] = []
      for (const sold_at of saleTimes(world, count, over_days))
        orders.push((await buySomething(world, site, { ...input, sold_at })).id)
      return { orders }
    },
  }),
  let_customers_buy: action<WooTables, typeof HabitInput>({
    label: 'Customers buy by themselves',
    fields: [siteField, everyField],
    input: HabitInput,
    async run(world, { site: name, every_min }) {
      await setHabit(world, (await siteOf(world, name)).site, every_min)
      return { every_min }
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
  refund_money: action<WooTables, typeof MoneyInput>({
    label: 'Refund money of an order, and no line',
    fields: [siteField, orderField, { name: 'amount', label: 'Amount', type: 'text', value: '4.50' }],
    input: MoneyInput,
    async run(world, { site: name, order, amount }) {
      const site = await siteOf(world, name)
      await refundMoney(world, site, await orderOf(world, site, order), amount, 'Goodwill')
      return { order }
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
