/**
 * Parcels of a TikTok shop's order that the seller sends. Paths and fields of "Mark Package As Shipped", "Update Package
 * Shipping Info" and "Get Shipping Providers": EcomPHP/tiktokshop-php and the vendor's pages as kept in
 * lazykern/ecommerce-api-docs; what an order tells of its packages: the types of hsib19/tiktok-shop-sdk and the same
 * pages. The platform takes carriers of its own list alone, and one number for a package.
 */
import type { FulfilledLine, StoreFulfilment } from '@omni/domain/fulfilments/sync-store.ts'
import { z } from 'zod'
import { mapDone, type WriteOutcome } from '../../write-outcome.ts'
import { type FulfilmentUpdate, type NewFulfilment, NOTHING_LEFT, UNKNOWN_CARRIER } from '../channel.ts'
import { ask, prepaid, send, type TikTokCall, type TikTokWriteCall, WRITE_UNITS } from './client.ts'
import { pieceGroups, TO_SEND } from './orders.ts'
import { type LineItem, type Order, Orders } from './order-schemas.ts'
import { list, text } from './schemas.ts'

/** Reading the order and the carriers, and the write. */
export const fulfilCost = { units: WRITE_UNITS + 2 }

const Providers = z.object({ shipping_providers: list(z.object({ id: z.string(), name: text })) })
const Made = z.object({ package_id: z.string() })
type Outcome = WriteOutcome<{ remote_id: string }>

async function orderOf(call: TikTokCall, id: string): Promise<Order | undefined> {
  const reply = await ask(call, { path: '/order/202309/orders', query: { ids: id } }, Orders)
  return reply.orders[0]
}

export async function readFulfilments(
  call: TikTokCall,
  { remote_order_id }: { remote_order_id: string },
): Promise<StoreFulfilment[]> {
  const order = await orderOf(call, remote_order_id)
  if (!order) return []
  const lineOf = new Map(
    pieceGroups(order).flatMap(({ line_id, items }) => items.map(({ id }) => [id, line_id] as const)),
  )
  const sent = order.line_items.filter(({ package_id, tracking_number }) => package_id && tracking_number)
  return [...Map.groupBy(sent, ({ package_id }) => package_id)].map(([remote_id, pieces]) => {
    const counted = Map.groupBy(pieces, ({ id }) => lineOf.get(id) ?? id)
    return {
      remote_id,
      carrier: pieces[0]?.shipping_provider_name ?? '',
      numbers: [...new Set(pieces.map(({ tracking_number }) => tracking_number))],
      lines: [...counted].map(([remote_line_id, own]) => ({ remote_line_id, quantity: own.length })),
    }
  })
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const SHORTEST_NAME = 3

/** By its name, as the platform or the supplier writes it: "DHL" is "DHL eCommerce", "UPS Ground" is "UPS". */
function carrierOf(providers: readonly { id: string; name: string }[], carrier: string): string | null {
  const wanted = plain(carrier)
  if (wanted.length < SHORTEST_NAME) return null
  const named = providers
    .map(({ id, name }) => ({ id, name: plain(name) }))
    .filter(({ name }) => name.length >= SHORTEST_NAME)
  const equal = named.find(({ name }) => name === wanted)
  return (equal ?? named.find(({ name }) => name.startsWith(wanted) || wanted.startsWith(name)))?.id ?? null
}

/** Pieces of each line that were not sent yet. */
function piecesOf(order: Order, lines: readonly FulfilledLine[]): string[] {
  const groups = pieceGroups(order)
  const isOpen = ({ display_status, tracking_number }: LineItem) =>
    tracking_number === '' && TO_SEND.includes(display_status)
  return lines.flatMap(({ remote_line_id, quantity }) =>
    (groups.find(({ line_id }) => line_id === remote_line_id)?.items ?? [])
      .filter(isOpen)
      .slice(0, quantity)
      .map(({ id }) => id),
  )
}

interface Prepared {
  order: Order
  provider: string | null
}

/** A text: why it could not be read. */
async function readyFor(call: TikTokWriteCall, order_id: string, carrier: string): Promise<Prepared | string> {
  try {
    const paid = prepaid(call)
    const order = await orderOf(paid, order_id)
    if (!order) return 'the order is not there'
    const path = `/logistics/202309/delivery_options/${order.delivery_option_id}/shipping_providers`
    const { shipping_providers } = await ask(paid, { path }, Providers)
    return { order, provider: carrierOf(shipping_providers, carrier) }
  } catch (error) {
    return error instanceof Error ? error.message : 'the order could not be read'
  }
}

const refused = (code: string, message: string): Outcome => ({ outcome: 'refused', kind: 'invalid', code, message })

export async function createFulfilment(call: TikTokWriteCall, input: NewFulfilment): Promise<Outcome> {
  const { remote_order_id, lines, parcel } = input
  const ready = await readyFor(call, remote_order_id, parcel.carrier)
  if (typeof ready === 'string') return { outcome: 'not_sent', reason: ready }
  const pieces = piecesOf(ready.order, lines)
  if (pieces.length === 0) return refused(NOTHING_LEFT, 'nothing is left to be sent')
  if (ready.provider === null) return refused(UNKNOWN_CARRIER, parcel.carrier)
  const body = {
    order_line_item_ids: pieces,
    tracking_number: parcel.numbers[0] ?? '',
    shipping_provider_id: ready.provider,
  }
  const path = `/fulfillment/202309/orders/${remote_order_id}/packages`
  const outcome = await send(call, { method: 'POST', path, body }, Made)
  return mapDone(outcome, ({ package_id }) => ({ remote_id: package_id }))
}

/** Within 72 hours of shipping; later the platform refuses, and says so. */
export async function updateFulfilment(call: TikTokWriteCall, input: FulfilmentUpdate): Promise<Outcome> {
  const { remote_id, remote_order_id, parcel } = input
  const ready = await readyFor(call, remote_order_id, parcel.carrier)
  if (typeof ready === 'string') return { outcome: 'not_sent', reason: ready }
  if (ready.provider === null) return refused(UNKNOWN_CARRIER, parcel.carrier)
  const body = { tracking_number: parcel.numbers[0] ?? '', shipping_provider_id: ready.provider }
  const path = `/fulfillment/202309/packages/${remote_id}/shipping_info/update`
  return mapDone(await send(call, { method: 'POST', path, body }, z.object({})), () => ({ remote_id }))
}
