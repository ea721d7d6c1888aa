/**
 * Parcels of a WooCommerce order. Core has no parcels that every shop shows (its own are off unless the merchant switches
 * them on), so we write what the two common plugins read and buyers see: the order's meta `_wc_shipment_tracking_items`
 * of WooCommerce Shipment Tracking and of Advanced Shipment Tracking (seen in the class
 * WC_Advanced_Shipment_Tracking_Install and in several other plugins that write or read the same meta:
 * `custom_tracking_provider` with an empty `tracking_provider`, `custom_tracking_link`, `tracking_number`, `date_shipped`
 * in unix seconds, `tracking_id` as an MD5), and a note to the customer, which WooCommerce sends by mail (from notes). A shop without the plugin loses nothing: the note says it all.
 * An MD5 has 32 hex digits, and nobody was seen to compute it again: our `tracking_id` begins with the parcel's reference, so a parcel is found by
 * it. The meta is one list that is written as a whole: callers tell one parcel of an order at a time.
 */
import type { FulfilledLine, Parcel, StoreFulfilment } from '@omni/domain/fulfilments/sync-store.ts'
import { z } from 'zod'
import { paidFor } from '../../pace.ts'
import { parts } from '../../rows.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { type NewFulfilment, NOTHING_LEFT } from '../channel.ts'
import { ask, send, type WooCall, type WooWriteCall } from './client.ts'

const TRACKING_ITEMS = '_wc_shipment_tracking_items'
const REFERENCE_LENGTH = 32
/** Reading the order and its notes, and two writes. */
export const FULFIL_COST = { units: 4 }
/** Nobody waits for a parcel of these. */
const OVER = ['cancelled', 'refunded', 'failed', 'trash']
/** Every request of the chain may take as long as this to begin. */
const STEP_MS = 60_000

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))
const Item = z.looseObject({
  tracking_number: text,
  tracking_provider: text,
  custom_tracking_provider: text,
  tracking_id: text,
})
type Item = z.output<typeof Item>

const LineItem = z.object({ id: z.int(), name: text, quantity: z.coerce.number().catch(0) })
const Order = z.object({
  status: z.string(),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })),
  line_items: parts(LineItem),
})
const Notes = z.array(z.object({ note: z.string(), customer_note: z.boolean().catch(false) }))

/** PHP writes a list with holes as an object. */
function itemsOf({ meta_data }: z.output<typeof Order>): Item[] {
  const value = meta_data.find(({ key }) => key === TRACKING_ITEMS)?.value
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => Item.safeParse(one).data ?? [])
}

const readOrder = (call: WooCall, id: string) =>
  ask(call, call.credentials, { path: `/wc/v3/orders/${id}`, query: { _fields: 'status,meta_data,line_items' } }, Order)
const readNotes = async (call: WooCall, id: string) => {
  const request = { path: `/wc/v3/orders/${id}/notes`, query: { type: 'customer' } }
  const notes = await ask(call, call.credentials, request, Notes)
  return notes.map(({ note }) => note)
}

const referenceOf = ({ tracking_id }: Item) => tracking_id.slice(0, REFERENCE_LENGTH)
/** The number itself: a supplier's second parcel may be called as the first, and some letters more. */
function isInNotes(notes: readonly string[], number: string): boolean {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(number)}(?![\\p{L}\\p{N}])`, 'u')
  return notes.some((note) => whole.test(note))
}

/** A number counts when the buyer was told as well: a chain that was cut in between is gone through again. */
export async function readFulfilments(
  call: WooCall,
  { remote_order_id }: { remote_order_id: string },
): Promise<StoreFulfilment[]> {
  const items = itemsOf(await readOrder(call, remote_order_id))
  if (items.length === 0) return []
  const notes = await readNotes(call, remote_order_id)
  return [...Map.groupBy(items, referenceOf)].map(([remote_id, own]) => ({
    remote_id,
    carrier: own[0]?.custom_tracking_provider || (own[0]?.tracking_provider ?? ''),
    numbers: own.map(({ tracking_number }) => tracking_number).filter((number) => isInNotes(notes, number)),
    lines: [],
  }))
}

const toItems = ({ reference, carrier, numbers, urls }: Parcel, now: Date) =>
  numbers.map((tracking_number, i) => ({
    tracking_provider: '',
    custom_tracking_provider: carrier,
    custom_tracking_link: urls[i] ?? '',
    tracking_number,
    date_shipped: String(Math.floor(now.getTime() / 1000)),
    tracking_id: i === 0 ? reference : `${reference}-${i + 1}`,
  }))

/** The meta of the plugins has no lines. What a parcel carries of an order that is sent in several, the note says. */
function contentsOf({ line_items }: z.output<typeof Order>, lines: readonly FulfilledLine[]): string[] {
  const sent = new Map(lines.map(({ remote_line_id, quantity }) => [remote_line_id, quantity]))
  const isWhole = line_items.every(({ id, quantity }) => (sent.get(String(id)) ?? 0) >= quantity)
  if (isWhole) return []
  return line_items.flatMap(({ id, name }) => (sent.has(String(id)) ? `${sent.get(String(id))} × ${name}` : []))
}

/** No words of a language: which one the buyer reads is not known. */
const noteOf = ({ carrier, numbers, urls }: Parcel, contents: readonly string[]): string =>
  [...numbers.map((number, i) => [carrier, number, urls[i]].filter(Boolean).join(' ')), ...contents].join('\n')

/** Reads what is there and adds what is missing, so that it may be done again from any point. */
export async function ensureFulfilment(
  call: WooWriteCall,
  { remote_order_id: id, lines, parcel, completes }: NewFulfilment,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const paid = { ...call, limits: paidFor(call.limits) }
  const order = await readOrder(paid, id).catch(reasonOf)
  if (typeof order === 'string') return { outcome: 'not_sent', reason: order }
  if (lines.length === 0 || OVER.includes(order.status))
    return { outcome: 'refused', kind: 'invalid', code: NOTHING_LEFT, message: 'nothing is left to be sent' }
  const others = itemsOf(order).filter((item) => referenceOf(item) !== parcel.reference)
  const body = {
    meta_data: [{ key: TRACKING_ITEMS, value: [...others, ...toItems(parcel, call.now())] }],
    // The merchant's own state of an order is left alone.
    ...(completes && order.status === 'processing' && { status: 'completed' }),
  }
  const saved = await send(paid, { method: 'PUT', path: `/wc/v3/orders/${id}`, body }, z.object({ id: z.int() }))
  if (saved.outcome !== 'done') return saved
  const later = { ...paid, send_by: performance.now() + STEP_MS }
  const notes = await readNotes(later, id).catch(reasonOf)
  if (typeof notes === 'string') return { outcome: 'unknown', reason: `no notes: ${notes}` }
  if (parcel.numbers.every((number) => isInNotes(notes, number))) return made(parcel)
  const note = { note: noteOf(parcel, contentsOf(order, lines)), customer_note: true }
  const sent = await send(
    later,
    { method: 'POST', path: `/wc/v3/orders/${id}/notes`, body: note },
    z.object({ id: z.int() }),
  )
  return sent.outcome === 'done' ? made(parcel) : { outcome: 'unknown', reason: 'the buyer may not have been told' }
}

const made = ({ reference }: Parcel): WriteOutcome<{ remote_id: string }> => ({
  outcome: 'done',
  reply: { remote_id: reference },
})
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'it could not be read')
