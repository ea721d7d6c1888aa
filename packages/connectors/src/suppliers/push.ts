/**
 * What a supplier tells by itself of what was bought there. It is a hint and never data: whoever hears it reads the
 * order, and the read decides.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { VendorCall, Write } from '../vendor.ts'

export interface PushedMessage {
  /** Signatures are made over these bytes. */
  raw: Buffer
  /** By its name in small letters. */
  header(name: string): string | undefined
}

export interface SupplierWebhook {
  /** The supplier's own id of the message: the same on every delivery of it. */
  delivery_id: string
  topic: string
  /** The order by a name that `orders.get` takes; null: the message is about something else. */
  order_no: string | null
  /** Told with it. A read that does not show it yet is made again. */
  tracking_number: string | null
}

/** Where an account's messages go now. */
export interface Subscription {
  /** Null: nowhere. */
  url: string | null
  /** Other settings of the same call, sent back as they were. */
  others: Record<string, unknown>
}

export interface SupplierPushes<A, C> {
  /** The secrets of the operator's account. None: not set up. Absent: only sellers' own accounts are told. */
  operatorSecrets?(app: A, now: Date): readonly string[]
  /** The secret of a seller's account. Null: not known. Absent: only the operator's account is told. */
  accountSecret?(credentials: C): string | null
  isSigned(message: PushedMessage, secret: string, now: Date): boolean
  /** Called once `isSigned` holds. Null: nothing that can be read. */
  read(raw: Buffer): SupplierWebhook | null
  /** A call without a message, by which the supplier finds out whether somebody answers. */
  isProbe?(message: PushedMessage): boolean
  /** Absent: the address is agreed on outside of the API. */
  subscription?: {
    read(call: VendorCall<A, C>, input: null): Promise<Subscription>
    /** `url` null: no more messages. */
    set: Write<A, C, { url: string | null; before: Subscription }, unknown>
  }
}

/** HMAC-SHA256 over some bytes, compared without telling how much of it was right. */
export function isHmac(given: Buffer, secret: string, ...parts: (string | Buffer)[]): boolean {
  if (secret === '') return false
  const wanted = parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', secret)).digest()
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
