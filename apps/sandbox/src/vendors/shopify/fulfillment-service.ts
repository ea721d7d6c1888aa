/**
 * The app as a fulfilment service of a shop. Sources: shopify.dev's pages of `FulfillmentService`, `FulfillmentOrder
 * RequestStatus` and `fulfillmentOrderSubmitFulfillmentRequest`; statuses after each answer as Shopify/shopify-api-ruby
 * 637 and the recorded replies in the tests of inikoo/aiku have them. That one shop has one service of a name: several
 * clients' code. The words of user errors are ours, the cases (answered already, nothing asked, closed) are Shopify's.
 */
import { fulfillmentOrderOf, gid, serviceOrderId } from './ids.ts'
import { changeOrder, findOrder } from './orders.ts'
import { viewServiceOrder } from './service-order-view.ts'
import { SERVICE_ID, SERVICE_LOCATION } from './shops.ts'
import type { OrderBody, RequestStatus, ServiceOrderRow, Shop, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { deliver } from './webhooks.ts'

/** What is appended to the service's address; also the name that faults are aimed at. */
export const PING = 'fulfillment_order_notification'

type Write = <T extends object>(scope: string, field: string, work: () => Promise<T>) => Promise<unknown>

const viewService = (name: string, url: string | null) => ({
  id: SERVICE_ID,
  serviceName: name,
  callbackUrl: url,
  location: { ...SERVICE_LOCATION, name, isActive: true, shipsInventory: true },
  inventoryManagement: false,
  trackingSupport: false,
})

export const viewServices = ({ service_name, service_url }: Shop) =>
  service_name === null ? [] : [viewService(service_name, service_url)]

/** Lets the service know that there is something to read; of what it says nothing. */
export async function ping(world: ShopifyWorld, shop: Shop, kind: string): Promise<void> {
  if (shop.service_url === null || world.random() * 100 < shop.lost_webhooks) return
  await deliver(world, shop, PING, `${shop.service_url}/${PING}`, { kind })
}

const ASSIGNED: Record<string, RequestStatus> = {
  FULFILLMENT_UNSUBMITTED: 'UNSUBMITTED',
  FULFILLMENT_REQUESTED: 'SUBMITTED',
  FULFILLMENT_ACCEPTED: 'ACCEPTED',
  CANCELLATION_REQUESTED: 'CANCELLATION_REQUESTED',
}

export async function assignedOrders(world: ShopifyWorld, shop: Shop, status: string | null | undefined) {
  const rows = await world.db
    .selectFrom('orders')
    .select(['id', 'body'])
    .where('shop', '=', shop.domain)
    .orderBy('id')
    .execute()
  const wanted = status ? ASSIGNED[status] : undefined
  return rows.flatMap(({ id, body }) =>
    (body.service_orders ?? [])
      .filter((row) => row.status !== 'CANCELLED' && (wanted === undefined || row.request_status === wanted))
      .map((row) => viewServiceOrder(id, body, row)),
  )
}

export async function findServiceOrder(world: ShopifyWorld, shop: Shop, id: string) {
  const at = fulfillmentOrderOf(id)
  const order = at && (await findOrder(world, shop, at.order_id))
  const row = order?.body.service_orders?.find(({ no }) => no === at?.no)
  return order && row ? viewServiceOrder(order.id, order.body, row) : null
}

interface Answer {
  id: string
  message?: string | null
  reason?: string | null
  lineItems?: { fulfillmentOrderLineItemId: string; message?: string | null }[] | null
}

interface Step {
  what: string
  from: RequestStatus
  to: RequestStatus
  status: ServiceOrderRow['status']
  refusal: string
}

const STEPS = {
  fulfillmentOrderAcceptFulfillmentRequest: {
    what: 'accepted',
    from: 'SUBMITTED',
    to: 'ACCEPTED',
    status: 'IN_PROGRESS',
    refusal: 'Cannot accept a fulfillment request that is not submitted.',
  },
  fulfillmentOrderRejectFulfillmentRequest: {
    what: 'rejected',
    from: 'SUBMITTED',
    to: 'REJECTED',
    status: 'OPEN',
    refusal: 'Cannot reject a fulfillment request that is not submitted.',
  },
  fulfillmentOrderAcceptCancellationRequest: {
    what: 'cancellation accepted',
    from: 'CANCELLATION_REQUESTED',
    to: 'CANCELLATION_ACCEPTED',
    status: 'CANCELLED',
    refusal: 'Cannot accept a cancellation that was not requested.',
  },
  fulfillmentOrderRejectCancellationRequest: {
    what: 'cancellation rejected',
    from: 'CANCELLATION_REQUESTED',
    to: 'CANCELLATION_REJECTED',
    status: 'IN_PROGRESS',
    refusal: 'Cannot reject a cancellation that was not requested.',
  },
} as const satisfies Record<string, Step>

/** A cancelled one is followed by a new one at the same place, which nobody has asked for yet. */
const followed = (orders: readonly ServiceOrderRow[], row: ServiceOrderRow): ServiceOrderRow[] => [
  ...orders,
  { no: orders.length + 1, status: 'OPEN', request_status: 'UNSUBMITTED', lines: row.lines, asked: [], answers: [] },
]

async function take(world: ShopifyWorld, shop: Shop, step: Step, { id, message, reason, lineItems }: Answer) {
  const at = fulfillmentOrderOf(id)
  if (!at || !(await findOrder(world, shop, at.order_id)))
    throw refuseUser(['id'], 'Fulfillment order does not exist.', 'NOT_FOUND')
  const { body } = await changeOrder(world, shop, at.order_id, (before): OrderBody => {
    const orders = before.service_orders ?? []
    const row = orders.find(({ no }) => no === at.no)
    if (!row) throw refuseUser(['id'], 'Fulfillment order does not exist.', 'NOT_FOUND')
    if (row.status === 'CANCELLED' || before.cancelled_at !== null)
      throw refuseUser(['id'], 'The fulfillment order is closed.', 'INVALID')
    if (row.request_status !== step.from) throw refuseUser(['id'], step.refusal, 'INVALID')
    const answer = {
      what: step.what,
      message: message ?? null,
      reason: reason ?? null,
      lines: (lineItems ?? []).map((line) => ({ id: line.fulfillmentOrderLineItemId, message: line.message ?? '' })),
    }
    const changed = orders.map((one) =>
      one === row ? { ...one, status: step.status, request_status: step.to, answers: [...one.answers, answer] } : one,
    )
    return { ...before, service_orders: step.status === 'CANCELLED' ? followed(changed, row) : changed }
  })
  const row = body.service_orders?.find(({ no }) => no === at.no)
  return { fulfillmentOrder: row ? viewServiceOrder(at.order_id, body, row) : null }
}

export function serviceMutations(world: ShopifyWorld, shop: Shop, write: Write) {
  const set = (fields: { service_name?: string; service_url?: string | null }) =>
    world.db.updateTable('shops').set(fields).where('domain', '=', shop.domain).execute()
  const answers = Object.entries(STEPS).map(([field, step]) => [
    field,
    (input: Answer) => write('write_assigned_fulfillment_orders', field, () => take(world, shop, step, input)),
  ])
  return {
    ...(Object.fromEntries(answers) as Record<keyof typeof STEPS, (input: Answer) => Promise<unknown>>), // its own keys
    fulfillmentServiceCreate: ({ name, callbackUrl }: { name: string; callbackUrl?: string | null }) =>
      write('write_fulfillments', 'fulfillmentServiceCreate', async () => {
        if (shop.service_name !== null) throw refuseUser(['name'], 'Name has already been taken', 'TAKEN')
        await set({ service_name: name, service_url: callbackUrl ?? null })
        return { fulfillmentService: viewService(name, callbackUrl ?? null) }
      }),
    fulfillmentServiceUpdate: ({ id, callbackUrl }: { id: string; callbackUrl?: string | null }) =>
      write('write_fulfillments', 'fulfillmentServiceUpdate', async () => {
        if (shop.service_name === null || id !== SERVICE_ID)
          throw refuseUser(['id'], 'Fulfillment service could not be found.', 'NOT_FOUND')
        await set({ service_url: callbackUrl ?? null })
        return { fulfillmentService: viewService(shop.service_name, callbackUrl ?? null) }
      }),
  }
}

export const serviceOrders = (order_id: number, body: OrderBody) =>
  (body.service_orders ?? []).map(({ no, request_status }) => ({
    id: serviceOrderId(order_id, no),
    order_id: gid('Order', order_id),
    request_status,
  }))
