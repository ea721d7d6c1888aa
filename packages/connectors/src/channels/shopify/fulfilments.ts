/**
 * Parcels, as Shopify has them. Types and arguments: the published schema of 2026-10; both mutations also in the code of
 * several public clients. From notes alone: what may be sent is decided by a fulfilment order's `supportedActions`, and
 * one call names fulfilment orders of one location. Not seen anywhere, to be confirmed with a live store: that a second
 * create for the same pieces is refused. `fulfillmentCreate` takes no key of ours: what was made is found by its tracking
 * number among the order's fulfilments. Where pieces leave from several locations there are several fulfilments of one
 * parcel, and an update changes the first of them alone.
 */
import type { FulfilledLine, Parcel, StoreFulfilment } from '@omni/domain/fulfilments/sync-store.ts'
import { z } from 'zod'
import { paidFor } from '../../pace.ts'
import type { VendorCall, WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { type FulfilmentUpdate, type NewFulfilment, NOTHING_LEFT } from '../channel.ts'
import type { App, Credentials } from './app.ts'
import { ask, change, readDone } from './client.ts'
import { FULFIL, READ_FULFILMENTS, READ_UNSENT, UPDATE_TRACKING } from './documents.ts'

type Call = VendorCall<App, Credentials>
type Write = WriteCall<App, Credentials>

const nodes = <T extends z.ZodType>(of: T) => z.object({ nodes: z.array(of) })
const LineRef = z.object({ id: z.string() })

const FulfilmentsReply = z.object({
  order: z
    .object({
      fulfillments: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          trackingInfo: z.array(z.object({ company: z.string().nullish(), number: z.string().nullish() })),
          fulfillmentLineItems: nodes(z.object({ quantity: z.number().nullish(), lineItem: LineRef })),
        }),
      ),
    })
    .nullable(),
})

const UnsentReply = z.object({
  order: z
    .object({
      fulfillmentOrders: nodes(
        z.object({
          id: z.string(),
          assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }),
          supportedActions: z.array(z.object({ action: z.string() })),
          lineItems: nodes(z.object({ id: z.string(), remainingQuantity: z.number(), lineItem: LineRef })),
        }),
      ),
    })
    .nullable(),
})
type Unsent = NonNullable<z.output<typeof UnsentReply>['order']>['fulfillmentOrders']['nodes']

/** Nothing of these counts as sent. */
const UNDONE = ['CANCELLED', 'ERROR', 'FAILURE']

export async function readFulfilments(
  call: Call,
  { remote_order_id }: { remote_order_id: string },
): Promise<StoreFulfilment[]> {
  const document = { text: READ_FULFILMENTS.text, cost: READ_FULFILMENTS.cost() }
  const { order } = await ask(call, document, { id: remote_order_id }, FulfilmentsReply)
  return (order?.fulfillments ?? [])
    .filter(({ status }) => !UNDONE.includes(status))
    .map(({ id, trackingInfo, fulfillmentLineItems }) => ({
      remote_id: id,
      carrier: trackingInfo[0]?.company ?? '',
      numbers: trackingInfo.flatMap(({ number }) => number || []),
      lines: fulfillmentLineItems.nodes.map(({ quantity, lineItem }) => ({
        remote_line_id: lineItem.id,
        quantity: quantity ?? 0,
      })),
    }))
}

interface Place {
  location: string
  orders: { fulfillmentOrderId: string; fulfillmentOrderLineItems: { id: string; quantity: number }[] }[]
}

/** Which of the pieces are left to be sent, by place. Exported for its test. */
function placesOf(unsent: Unsent, lines: readonly FulfilledLine[]): Place[] {
  const left = new Map(lines.map(({ remote_line_id, quantity }) => [remote_line_id, quantity]))
  const places = new Map<string, Place>()
  for (const { id, assignedLocation, supportedActions, lineItems } of unsent) {
    if (!supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT')) continue
    const items = lineItems.nodes.flatMap((item) => {
      const quantity = Math.min(left.get(item.lineItem.id) ?? 0, item.remainingQuantity)
      if (quantity <= 0) return []
      left.set(item.lineItem.id, (left.get(item.lineItem.id) ?? 0) - quantity)
      return { id: item.id, quantity }
    })
    if (items.length === 0) continue
    const location = assignedLocation.location?.id ?? ''
    const place = places.get(location) ?? { location, orders: [] }
    place.orders.push({ fulfillmentOrderId: id, fulfillmentOrderLineItems: items })
    places.set(location, place)
  }
  return [...places.values()]
}

const NOT_REQUESTED = 'the store lets nobody send these pieces now: they are on hold, or their request is not accepted'

/** They are left to be sent. A fulfilment service may not send them before it has accepted a request. */
const waitsForRequest = (unsent: Unsent, lines: readonly FulfilledLine[]): boolean =>
  unsent.some(({ lineItems }) =>
    lineItems.nodes.some(
      ({ remainingQuantity, lineItem }) =>
        remainingQuantity > 0 && lines.some(({ remote_line_id }) => remote_line_id === lineItem.id),
    ),
  )

/** One number and several are different fields, and Shopify takes either. */
function trackingOf({ carrier, numbers, urls }: Parcel) {
  const known = urls.filter(Boolean)
  return {
    ...(carrier && { company: carrier }),
    numbers,
    ...(known.length === numbers.length && known.length > 0 && { urls: known }),
  }
}

const Made = z.object({ fulfillment: z.object({ id: z.string() }) })

export const fulfilCost = { units: READ_UNSENT.cost() + FULFIL.cost() }
export const updateCost = { units: UPDATE_TRACKING.cost() }

/** A text: why it could not be read. */
async function unsentOf(call: Write, id: string): Promise<Unsent | string> {
  try {
    const document = { text: READ_UNSENT.text, cost: READ_UNSENT.cost() }
    const { order } = await ask({ ...call, limits: paidFor(call.limits) }, document, { id }, UnsentReply)
    return order?.fulfillmentOrders.nodes ?? []
  } catch (error) {
    return error instanceof Error ? error.message : 'the order could not be read'
  }
}

/** The buyer is told by the store, as when the merchant does it. */
export async function createFulfilment(
  call: Write,
  { remote_order_id, lines, parcel }: NewFulfilment,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const unsent = await unsentOf(call, remote_order_id)
  if (typeof unsent === 'string') return { outcome: 'not_sent', reason: unsent }
  const places = placesOf(unsent, lines)
  if (places.length === 0 && waitsForRequest(unsent, lines))
    return { outcome: 'refused', kind: 'invalid', code: 'NOT_REQUESTED', message: NOT_REQUESTED }
  if (places.length === 0)
    return { outcome: 'refused', kind: 'invalid', code: NOTHING_LEFT, message: 'nothing is left to be sent' }
  const tracking = trackingOf(parcel)
  const inputs = places.map(({ orders }, i) => [
    `f${i}`,
    { lineItemsByFulfillmentOrder: orders, trackingInfo: tracking, notifyCustomer: true },
  ])
  const outcome = await change(call, FULFIL.text(places.length), Object.fromEntries(inputs))
  return readDone(outcome, Made, ({ fulfillment }) => ({ remote_id: fulfillment.id }))
}

export async function updateFulfilment(
  call: Write,
  { remote_id, parcel }: FulfilmentUpdate,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const outcome = await change(call, UPDATE_TRACKING.text, { id: remote_id, tracking: trackingOf(parcel) })
  return readDone(outcome, Made, ({ fulfillment }) => ({ remote_id: fulfillment.id }))
}
