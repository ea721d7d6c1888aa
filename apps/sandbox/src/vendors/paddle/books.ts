import { createHmac, randomBytes } from 'node:crypto'
import type { PaddleTables, PaddleWorld } from './tables.ts'

const WEBHOOK_SECRET = 'pdl_ntfset_sandbox'
export const API_KEY = 'pdl_sdbx_apikey_sandbox'
export const EVENTS = [
  'transaction.created',
  'transaction.updated',
  'transaction.paid',
  'transaction.completed',
  'transaction.payment_failed',
  'transaction.past_due',
  'transaction.canceled',
  'subscription.created',
  'subscription.activated',
  'subscription.updated',
  'subscription.past_due',
  'subscription.canceled',
] as const

let counter = 0
/** Ids sort by when they were made: pages go on behind the last one. */
export function newId(prefix: string): string {
  counter = (counter + 1) % 36 ** 4
  const time = Date.now().toString(36).padStart(9, '0')
  const random = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(13, '0')
    .slice(0, 11)
  return `${prefix}_01${time}${counter.toString(36).padStart(4, '0')}${random}`
}

/** What Paddle keeps: 5 % and 50 cents. */
export const feeOf = (amount: number) => (amount === 0 ? 0 : Math.round((amount * 5) / 100) + 50)

const TAX_PERCENT: Record<string, number> = { DE: 19, FR: 20 }
/** Prices include tax. */
export function taxIn(amount: number, country: string): number {
  const percent = TAX_PERCENT[country] ?? 0
  return Math.round((amount * percent) / (100 + percent))
}
export const taxRate = (country: string) => String((TAX_PERCENT[country] ?? 0) / 100)

/** `ts=…;h1=…` over `ts:body`; made anew for every try. */
export const signature = (body: string, at: Date, secret = WEBHOOK_SECRET): Record<string, string> => {
  const stamp = Math.floor(at.getTime() / 1000)
  return {
    'paddle-signature': `ts=${stamp};h1=${createHmac('sha256', secret).update(`${stamp}:${body}`).digest('hex')}`,
  }
}

export const hookUrl = (world: PaddleWorld) => `${world.config.omni_url}/hooks/paddle`

/** Written down, then told. Times of signatures are of the wall clock: the receiver has no other. */
export async function announce(world: PaddleWorld, type: (typeof EVENTS)[number], data: object): Promise<void> {
  const event_id = newId('evt')
  const occurred_at = world.now()
  await world.db
    .insertInto('events')
    .values({ id: event_id, type, occurred_at, data: JSON.stringify(data) })
    .execute()
  const muted = await world.db.selectFrom('settings').select('value').where('name', '=', 'muted').executeTakeFirst()
  if (muted?.value === 'yes') return
  const body = {
    event_id,
    event_type: type,
    occurred_at: occurred_at.toISOString(),
    notification_id: newId('ntf'),
    data,
  }
  await world.callback(type, hookUrl(world), body, {}, (text) => signature(text, new Date()))
}

export const record = (world: PaddleWorld, row: Omit<PaddleTables['movements'], 'id' | 'created'>) =>
  world.db
    .insertInto('movements')
    .values({ ...row, id: newId('mov'), created: world.now() })
    .execute()
