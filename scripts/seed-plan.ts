/** The demo account's plan, as a seller bought it: a card that was declined once, then three invoices. */
import { OPERATOR_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import type { Act, Call } from './demo-shops.ts'

const PLAN = 'pro_tier_1_monthly'
const CYCLE_DAYS = 30
const RENEWALS = 2
const TRIES = 120
const PAUSE_MS = 500
const CARD = { email: 'maya@omni.test', country: 'US', card_expiry: '12/34', card_cvc: '123' }
const DECLINED = '4000000000000002'

interface Billing {
  can_buy: boolean
  subscription: { package_id: string } | null
}
interface Charge {
  charge_id: string
  state: string
  url: string | null
}

async function until<T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const value = await read()
    if (is(value)) return value
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  throw new Error('the provider of plans did not answer in time')
}

const typeCard = (page: string, card_number: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ ...CARD, card_number }), redirect: 'manual' })

/** Goes on where an earlier start was killed: what is bought is not bought again. */
export async function seedPlan(call: Call, act: Act): Promise<void> {
  const billing = async () => (await call('GET', '/payments/user/subscription')) as Billing // the contract's shape
  const paid = async () => ((await call('GET', '/payments/user/payment-logs')) as { items: unknown[] }).items.length // the same
  const before = await billing()
  if (!before.can_buy) return
  if (before.subscription === null) {
    const { charge } = (await call('POST', '/payments/charge-subscription', { package_id: PLAN })) as { charge: Charge } // the same
    const read = async () => (await call('GET', `/payments/charges/${charge.charge_id}`)) as Charge // the same
    const { url } = await until(read, ({ state }) => state === 'open')
    await typeCard(url ?? '', DECLINED)
    // Two cycles and some days ago: the provider renews it by its own clock, once for each cycle that has passed.
    const transaction = new URL(url ?? '').searchParams.get('_ptxn')
    await act(OPERATOR_PLANS_ID, 'pay', { transaction, days_ago: CYCLE_DAYS * RENEWALS + 12 })
    await until(billing, ({ subscription }) => subscription !== null)
  }
  await until(paid, (count) => count >= 1 + RENEWALS)
}
