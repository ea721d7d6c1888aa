import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

const Store = z.object({ workplace_id: z.string(), store_id: z.string() })
const ofStore = {
  payload: Store,
  attempts: 25,
  key: ({ store_id }: z.output<typeof Store>) => store_id,
  scope: ({ workplace_id }: z.output<typeof Store>) => ({ workplace_id }),
}

/** Reads the orders that a store told us about. One at a time in each store: a second one would read the same again. */
export const readPendingOrders = job('orders.read-pending', {
  ...ofStore,
  queue: ({ store_id }) => `orders.read-pending ${store_id}`,
  keeps_time: true,
})

/** Reads what changed since the last time, whatever the store told us. Comes back by itself. */
export const readChangedOrders = job('orders.read-changed', { ...ofStore, background: true })

const Sale = z.object({ workplace_id: z.string(), order_id: z.string() })
/** Tells a store by a tag where an order stands. One write at a time of each sale. */
export const tagOrder = job('orders.tag', {
  payload: Sale,
  attempts: 25,
  background: true,
  key: ({ order_id }) => order_id,
  queue: ({ order_id }) => `orders.tag ${order_id}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

const Open = z.object({ workplace_id: z.string(), source: z.string().optional() })
/** Looks again where open orders stand: all, or those that a supplier delivers. What holds for many of them changed. */
export const replanOpen = job('orders.replan-open', {
  payload: Open,
  attempts: 25,
  key: ({ workplace_id, source = 'all' }) => `${workplace_id} ${source}`,
  queue: ({ workplace_id }) => `orders.replan-open ${workplace_id}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

const Workplace = z.object({ workplace_id: z.string() })
/** Whether the plan's orders of the month are used up. Comes back by itself while they are. */
export const judgeQuota = job('orders.judge-quota', {
  payload: Workplace,
  attempts: 25,
  background: true,
  key: ({ workplace_id }) => workplace_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

const Product = z.object({ workplace_id: z.string(), product_id: z.string() })
/** Looks again who delivers the open lines of a product. Named in a trigger (`replan_orders`): a changed product adds one. */
export const replanOrders = job('orders.replan', {
  payload: Product,
  attempts: 25,
  key: ({ product_id }) => product_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
