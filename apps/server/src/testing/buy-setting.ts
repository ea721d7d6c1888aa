/** A workplace with products that the sandbox's suppliers really sell, and customers who buy them by telephone. */
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { randomUUID } from 'node:crypto'
import type { Person, TestServer } from './test-server.ts'

const ADDRESS = {
  name: 'Ada Lovelace',
  address1: '1 Main Street',
  city: 'Springfield',
  province: 'Illinois',
  province_code: 'IL',
  zip: '62701',
  country_code: 'US',
  phone: '+12175550100',
}

/** A product of ours whose only variant is delivered by a product of the supplier's; the variant's id. */
export async function sellGood(
  server: Pick<TestServer, 'behind' | 'runtime'>,
  me: Person,
  source: Source,
  at = 0,
): Promise<string> {
  const { catalog } = server.runtime.services.suppliers.shared[source] ?? {}
  if (!catalog) throw new Error(`${source} is not set up`)
  const { items } = await catalog.search({ page_size: at + 1, ship_to: 'US' })
  const good = await catalog.get({ product_id: items[at]?.source_product_id ?? '', ship_to: 'US' })
  const variant = good.variants.find(({ quantity }) => quantity === null || quantity > 20) ?? good.variants[0]
  if (!variant) throw new Error('it has no variant')
  return sellAs(server, me, {
    source,
    name: good.name,
    product_id: good.source_product_id,
    ...variant,
    cost: variant.price,
  })
}

interface Deliverable {
  source: Source
  name: string
  product_id: string
  sku_id: string
  sku_attr: string
  /** US cents. */
  cost: number
}

/** The same of whatever the supplier sells. */
export async function sellAs(server: Pick<TestServer, 'behind'>, me: Person, good: Deliverable): Promise<string> {
  const { source } = good
  const ids = { product_id: randomUUID(), variant_id: randomUUID() }
  const { workplace_id } = me
  await server.behind.query(
    `insert into products (workplace_id, product_id, title, source, source_product_id, product_link, currency, ship_to,
      status, pushed) values ($1, $2, $3, $4, $5, '', 'USD', 'US', 'ready', 'unpushed')`,
    [workplace_id, ids.product_id, good.name, source, good.product_id],
  )
  await server.behind.query(
    `insert into product_variants (workplace_id, product_id, variant_id, position, option_values, sku, price)
     values ($1, $2, $3, 0, '{}', '', 10000)`,
    [workplace_id, ids.product_id, ids.variant_id],
  )
  await server.behind.query(
    `insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id, sku_id,
      sku_attr, sku_name, cost, quantity) values ($1, $2, $3, 0, $4, $5, $6, $7, '', $8, null)`,
    [workplace_id, ids.product_id, ids.variant_id, source, good.product_id, good.sku_id, good.sku_attr, good.cost],
  )
  return ids.variant_id
}

interface SoldTo {
  quantity?: number
  name?: string
  address?: Partial<typeof ADDRESS> & { tax_number?: string }
}

/** Somebody buys it; the order's id. */
export async function sell(
  server: Pick<TestServer, 'ask'>,
  me: Person,
  variant_id: string,
  { quantity = 1, name = ADDRESS.name, address = {} }: SoldTo = {},
): Promise<string> {
  const reply = await server.ask(
    orderCalls.createOrder,
    {
      customer: { name, email: 'ada@example.test', phone: '' },
      address: { ...ADDRESS, name, ...address },
      lines: [{ variant_id, quantity, unit_price: 10_000 }],
      currency: 'USD',
    },
    me,
  )
  if (!reply.body.data) throw new Error(reply.body.message)
  return reply.body.data.order_id
}

/** The preview of orders, once every supplier has answered. */
export async function preview(server: TestServer, me: Person, orders: string[]) {
  const made = await server.ask(placementCalls.previewOrders, { orders }, me)
  const plan_id = made.body.data?.plan_id
  if (!plan_id) throw new Error(made.body.message)
  await server.runJobs()
  const { data } = (await server.ask(placementCalls.getPreview, { plan_id }, me)).body
  if (!data) throw new Error('no plan')
  return { plan_id, ...data }
}

/** Preview and click. */
export async function place(server: TestServer, me: Person, orders: string[]) {
  const { plan_id } = await preview(server, me, orders)
  const { body } = await server.ask(placementCalls.placeOrders, { plan_id }, me)
  if (!body.data) throw new Error(body.message)
  return body.data
}
