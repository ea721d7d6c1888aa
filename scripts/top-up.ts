/** Fills a wallet as a seller does: on the page of the sandbox's bank. For demo data and journeys. */
import { ACCOUNT_PAYMENT_IDS, CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'

type Call = (method: string, path: string, body?: object) => Promise<unknown>
interface Payment {
  payment_id: string
  state: string
  url: string | null
}

const TRIES = 120
const PAUSE_MS = 500
const GOOD_CARD = { card_number: '4242424242424242', card_expiry: '12/34', card_cvc: '123' }
const POOR_CARD = { ...GOOD_CARD, card_number: '4000000000009995' }

export async function acceptTerms(call: Call): Promise<void> {
  const { policy } = (await call('GET', '/payments/user/wallets')) as { policy: { version: number } } // the contract's shape
  await call('POST', '/payments/user/wallets/accept-policy', { version: policy.version })
}

/** Until the payment is in one of these states. */
async function reach(call: Call, payment_id: string, states: string[]): Promise<Payment> {
  for (let tries = 0; tries < TRIES; tries++) {
    const payment = (await call('GET', `/payments/user/wallets/topup/${payment_id}`)) as Payment // the same
    if (states.includes(payment.state)) return payment
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  throw new Error('the bank did not answer in time')
}

/** Opens the bank's page for a top-up; its address. */
export async function openTopUp(call: Call, amount: number, save_method = false): Promise<Payment & { url: string }> {
  const started = (await call('POST', '/payments/user/wallets/topup', { amount, save_method })) as Payment // the same
  const { url, ...payment } = await reach(call, started.payment_id, ['open'])
  if (url === null) throw new Error('the page of the bank is not open')
  return { ...payment, url }
}

/** Approved on the page of a provider where a person has an account. */
export async function topUpByAccount(call: Call, amount: number): Promise<void> {
  const request = { amount, method: ACCOUNT_PAYMENT_IDS[0] }
  const started = (await call('POST', '/payments/user/wallets/topup', request)) as Payment // the same
  const { payment_id, url } = await reach(call, started.payment_id, ['open'])
  const body = new URLSearchParams({ email: 'maya@omni.test', password: 'northwind-goods' })
  await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' })
  await call('POST', `/payments/user/wallets/topup/${payment_id}/check`, {})
  await reach(call, payment_id, ['succeeded'])
}

const typeCard = (url: string, card: object) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ ...card }), redirect: 'manual' })

/** `declined_first`: by a card that has too little on it; the second one pays. */
export async function topUp(
  call: Call,
  amount: number,
  { save_method = false, declined_first = false } = {},
): Promise<void> {
  const { payment_id, url } = await openTopUp(call, amount, save_method)
  if (declined_first) await typeCard(url, POOR_CARD)
  await typeCard(url, GOOD_CARD)
  await call('POST', `/payments/user/wallets/topup/${payment_id}/check`, {})
  await reach(call, payment_id, ['succeeded'])
}

/** As if it had been paid some days ago: the bank's own books say so. */
export async function topUpInThePast(
  call: Call,
  act: (vendor: string, action: string, input: object) => Promise<unknown>,
  amount: number,
  days_ago: number,
): Promise<void> {
  const { payment_id, url } = await openTopUp(call, amount)
  await act(CARD_PAYMENT_ID, 'pay_session', { session: new URL(url).pathname.split('/').at(-1), days_ago })
  await call('POST', `/payments/user/wallets/topup/${payment_id}/check`, {})
  await reach(call, payment_id, ['succeeded'])
}
