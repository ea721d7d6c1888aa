import { randomBytes, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { toDecimal } from '@omni/domain/money.ts'
import type { Selectable } from 'kysely'
import { makeSigner, type Signer, signText } from './certificate.ts'
import type { PaypalTables, PaypalWorld } from './tables.ts'

export const CLIENT_ID = 'sandbox-paypal-client'
export const CLIENT_SECRET = 'sandbox-paypal-secret'
export const WEBHOOK_ID = 'WH-SANDBOX-1'
export const EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.AUTHORIZATION.CREATED',
  'PAYMENT.AUTHORIZATION.VOIDED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
  'VAULT.PAYMENT-TOKEN.CREATED',
  'VAULT.PAYMENT-TOKEN.DELETED',
] as const

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXY0123456789'
/** Seventeen letters and digits, as PayPal names orders and transactions. */
export const newId = () => Array.from(randomBytes(17), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** What PayPal keeps of a payment here: 3.49 % and 49 cents. */
export const feeOf = (amount: number) => Math.round((amount * 349) / 10_000) + 49
export const moneyOf = (amount: number, currency: string) => ({
  currency_code: currency,
  value: toDecimal(amount, currency),
})

export type Movement = Selectable<PaypalTables['movements']>

export async function record(world: PaypalWorld, row: Omit<Movement, 'created'>): Promise<void> {
  await world.db
    .insertInto('movements')
    .values({ ...row, created: world.now() })
    .execute()
}

const YEAR_MS = 366 * 86_400_000
export const signerOf = (world: PaypalWorld): Promise<Signer> =>
  world.keep('signer', () =>
    makeSigner(
      'messageverificationcerts.sandbox.paypal.test',
      new Date(Date.now() - YEAR_MS),
      new Date(Date.now() + 20 * YEAR_MS),
    ),
  )

/** The five headers over `id|time|webhook id|CRC-32`: made anew for every try, times of the wall clock. */
export const signature =
  (world: PaypalWorld, { key }: Signer, webhook_id = WEBHOOK_ID, at?: Date) =>
  (body: string): Record<string, string> => {
    const id = randomUUID()
    const time = (at ?? new Date()).toISOString().replace(/\.\d+Z$/, 'Z')
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signText(key, [id, time, webhook_id, crc32(body)].join('|')),
      'paypal-cert-url': `${world.config.public_url}/paypal/v1/notifications/certs/CERT-SANDBOX`,
      'paypal-auth-algo': 'SHA256withRSA',
    }
  }

export const hookUrl = (world: PaypalWorld) => `${world.config.omni_url}/hooks/paypal`

export const eventOf = (world: PaypalWorld, event_type: string, resource_type: string, resource: unknown) => ({
  id: `WH-${newId()}-${newId()}`,
  event_version: '1.0',
  create_time: world.now().toISOString(),
  resource_type,
  resource_version: '2.0',
  event_type,
  summary: event_type,
  resource,
  links: [],
})

export async function announce(
  world: PaypalWorld,
  event_type: (typeof EVENTS)[number],
  resource_type: string,
  resource: unknown,
): Promise<void> {
  const sign = signature(world, await signerOf(world))
  await world.callback(event_type, hookUrl(world), eventOf(world, event_type, resource_type, resource), {}, sign)
}
