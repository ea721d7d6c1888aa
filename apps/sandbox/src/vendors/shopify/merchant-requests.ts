/**
 * What a merchant asks the app's fulfilment service for. A request for a part leaves the rest where it was (shopify.dev on
 * `fulfillmentOrderSubmitFulfillmentRequest`: a submitted and an unsubmitted fulfilment order). That the rest is at the
 * shop's own location, and that a request nobody has accepted is simply taken back, are ours.
 */
import { BadInput } from '../../control/read-input.ts'
import { ping, serviceOrders } from './fulfillment-service.ts'
import { leftAtShop } from './left-of-order.ts'
import { changeOrder } from './orders.ts'
import type { OrderBody, ServiceOrderRow, Shop, ShopifyWorld } from './tables.ts'

interface ActionInput {
  /** 0: all. */
  line: number
  quantity: number
  message?: string | undefined
}

const isFree = ({ status, request_status }: ServiceOrderRow) =>
  status === 'OPEN' && (request_status === 'UNSUBMITTED' || request_status === 'REJECTED')

/** What nobody works on goes back to the shop, so that it can be asked for in another way. */
const withoutFree = (body: OrderBody): OrderBody => ({
  ...body,
  service_orders: (body.service_orders ?? []).map((row) => (isFree(row) ? { ...row, status: 'CANCELLED' } : row)),
})

function wantedOf(body: OrderBody, { line, quantity }: ActionInput): ServiceOrderRow['lines'] {
  const lines = body.lines.filter(({ no }) => line === 0 || no === line)
  return lines.flatMap((one) => {
    const left = leftAtShop(body, one)
    if (quantity > left) throw new BadInput(`Only ${left} pieces are left of line ${one.no}`, 409)
    return left === 0 ? [] : { no: one.no, quantity: quantity || left }
  })
}

export async function requestFulfillment(world: ShopifyWorld, shop: Shop, id: number, input: ActionInput) {
  if (shop.service_name === null) throw new BadInput(`${shop.domain} has no fulfilment service`, 409)
  const at = world.now().toISOString()
  const asked = (no: number) => ({ no, kind: 'FULFILLMENT_REQUEST' as const, message: input.message ?? null, at })
  const { body } = await changeOrder(world, shop, id, (before) => {
    const free = withoutFree(before)
    const lines = wantedOf(free, input)
    if (lines.length === 0) throw new BadInput('Nothing is left to be fulfilled', 409)
    // The same pieces again are the same fulfilment order.
    const again = before.service_orders?.find(
      (row) => isFree(row) && JSON.stringify(row.lines) === JSON.stringify(lines),
    )
    const rows = free.service_orders ?? []
    const submitted = { status: 'OPEN', request_status: 'SUBMITTED', lines } as const
    if (!again)
      return {
        ...free,
        service_orders: [...rows, { no: rows.length + 1, ...submitted, asked: [asked(1)], answers: [] }],
      }
    return {
      ...free,
      service_orders: rows.map((row) =>
        row.no === again.no ? { ...row, ...submitted, asked: [...row.asked, asked(row.asked.length + 1)] } : row,
      ),
    }
  })
  await ping(world, shop, 'FULFILLMENT_REQUEST')
  return { requests: serviceOrders(id, body) }
}

export async function requestCancellation(world: ShopifyWorld, shop: Shop, id: number, message?: string) {
  const at = world.now().toISOString()
  const { body } = await changeOrder(world, shop, id, (before) => ({
    ...before,
    service_orders: (before.service_orders ?? []).map((row): ServiceOrderRow => {
      if (row.request_status === 'SUBMITTED') return { ...row, request_status: 'UNSUBMITTED' }
      if (row.status !== 'IN_PROGRESS') return row
      const asked = { no: row.asked.length + 1, kind: 'CANCELLATION_REQUEST', message: message ?? null, at } as const
      return { ...row, request_status: 'CANCELLATION_REQUESTED', asked: [...row.asked, asked] }
    }),
  }))
  await ping(world, shop, 'CANCELLATION_REQUEST')
  return { requests: serviceOrders(id, body) }
}
