/** What the writes of listings have in common. */
import type { z } from 'zod'
import type { Written } from '../channel.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { send, type WooWriteCall } from './client.ts'
import { kindOfCode } from './errors.ts'
import { readProducts } from './listing-reads.ts'
import { toListing } from './map.ts'
import { Product, type Variation } from './schemas.ts'

export type Outcome = WriteOutcome<Written>
export type Refused = Extract<Outcome, { outcome: 'refused' }>

/** A product with variants is several requests. The last one leaves within this time after the first. */
export const CHAIN_MS = 90_000
/** Batches of variants are begun as long as they are expected to end within this time. */
export const ROOM_MS = 70_000
/** Something else has the SKU. */
export const TAKEN = 'product_invalid_sku'

/**
 * The same call with the time of a chain: what is read before the first write may take longer on a slow host than a
 * write may wait. A call that is late already stays late.
 */
export const asChain = (call: WooWriteCall): WooWriteCall => {
  const now = performance.now()
  return now > call.send_by ? call : { ...call, send_by: now + CHAIN_MS }
}

export const unknown = (reason: string): Outcome => ({ outcome: 'unknown', reason })
export const refused = (code: string, message: string): Refused => ({
  outcome: 'refused',
  kind: kindOfCode(code) === 'unknown' ? 'invalid' : kindOfCode(code),
  code,
  message,
})
export const done = (product: Product, variations: readonly Variation[], call: WooWriteCall): Outcome => ({
  outcome: 'done',
  reply: { remote_id: String(product.id), listing: toListing(product, variations, call.credentials) },
})

/** A further request of the same write. Its place in the limits was not taken beforehand. */
export async function step<T extends z.ZodType>(
  call: WooWriteCall,
  request: Parameters<typeof send>[1],
  schema: T,
): Promise<WriteOutcome<z.output<T>>> {
  try {
    await call.limits.take()
  } catch (error) {
    return { outcome: 'not_sent', reason: error instanceof Error ? error.message : 'the limits are used up' }
  }
  return send(call, request, schema)
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'it could not be read')

/** The product; null: it is gone; a text: why it could not be read. */
export async function current(call: WooWriteCall, remote_id: string): Promise<Product | null | string> {
  try {
    return (await readProducts(call, [remote_id]))[0] ?? null
  } catch (error) {
    return error instanceof Error ? error.message : 'the product could not be read'
  }
}

export async function put(call: WooWriteCall, remote_id: string, body: object): Promise<Outcome> {
  const sent = await send(call, { method: 'PUT', path: `/wc/v3/products/${remote_id}`, body }, Product)
  if (sent.outcome !== 'done') return sent
  // Variants are not in this reply, and what lies in the bin is found missing by the next read.
  const whole = sent.reply.type !== 'variable' && sent.reply.status !== 'trash'
  return whole ? done(sent.reply, [], call) : { outcome: 'done', reply: { remote_id, listing: null } }
}

export const isGone = (code: string) => kindOfCode(code) === 'not_found'
