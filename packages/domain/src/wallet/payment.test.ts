import { expect, test } from 'vitest'
import { next, type Payment, type PaymentEvent, PAYMENT_MOVES, type PaymentProfile, USUAL_POLLS } from './payment.ts'
import type { ProviderPayment } from './payment-words.ts'
import { NO_ATTEMPT } from './testing/bank-world.ts'

const MINUTE_MS = 60_000
const PROFILE: PaymentProfile = {
  write: NO_ATTEMPT,
  tries_again_on_page: true,
  tells_page_end: true,
  books_late_ms: 0,
  polls: USUAL_POLLS,
}
const OPENING: Payment = {
  state: 'opening',
  purpose: 'topup',
  pays_by: 'saved',
  amount: 500,
  currency: 'USD',
  reference: 'omni-1',
  save_method: false,
  page_ref: null,
  page_url: null,
  payment_ref: null,
  taken: 0,
  error_key: null,
  check_at: null,
  polls: 0,
  created_at: 0,
  expires_at: null,
  settled_at: null,
}
const said = (status: ProviderPayment['status'], more: Partial<ProviderPayment> = {}): PaymentEvent => ({
  is: 'payment',
  said: {
    payment_ref: 'pi_1',
    books_ref: 'pi_1',
    status,
    amount: 500,
    taken: status === 'succeeded' ? 500 : 0,
    currency: 'USD',
    reference: 'omni-1',
    happened_at: null,
    fee: null,
    method: null,
    error_key: null,
    ...more,
  },
})

test('what nobody decides is asked about ever more seldom, and in the end a person is told', () => {
  let payment = OPENING
  const pauses: number[] = []
  const alarms: string[] = []
  for (let now = 0; ; now = payment.check_at) {
    const step = next(PROFILE, payment, said('pending'), now)
    payment = step.payment
    alarms.push(...step.commands.map((command) => (command.do === 'alarm' ? command.about : command.do)))
    if (payment.check_at === null) break
    pauses.push((payment.check_at - now) / MINUTE_MS)
  }
  expect(pauses.slice(0, 8)).toEqual([2, 5, 10, 20, 40, 60, 60, 60])
  expect(pauses).toHaveLength(60)
  expect({ alarms, state: payment.state }).toEqual({ alarms: ['undecided'], state: 'checking' })
})

test('a page is asked about two minutes after it was made, and a second word that it opened changes nothing', () => {
  const opened: PaymentEvent = { is: 'page_opened', page_ref: 'cs_1', page_url: 'https://pay.test/cs_1' }
  const { payment } = next(PROFILE, { ...OPENING, pays_by: 'page' }, opened, 5_000)
  expect(payment).toMatchObject({ state: 'open', page_ref: 'cs_1', check_at: 2 * MINUTE_MS })
  expect(next(PROFILE, payment, opened, 90_000).payment).toEqual(payment)
})

test('a fee that is told after the money is posted by itself', () => {
  const paid = next(PROFILE, OPENING, said('succeeded'), 1_000)
  expect(paid.commands).toMatchObject([{ do: 'post', what: 'captured' }])
  expect(paid.payment).toMatchObject({ state: 'succeeded', taken: 500, payment_ref: 'pi_1', settled_at: 1_000 })
  const later = next(PROFILE, paid.payment, said('succeeded', { fee: 30 }), 2_000)
  expect(later).toEqual({ payment: paid.payment, commands: [expect.objectContaining({ what: 'fee' })], send: null })
})

test('part of a held card is taken once its orders are settled, and none of it where nothing was bought', () => {
  const held = next(PROFILE, { ...OPENING, purpose: 'orders' }, said('authorised'), 0).payment
  expect(held.state).toBe('authorised')
  const settled = (to_take: number) => next(PROFILE, held, { is: 'orders_settled', to_take }, 0).send
  expect(settled(320)).toEqual({ do: 'capture', payment_ref: 'pi_1', amount: 320 })
  expect(settled(0)).toEqual({ do: 'release', payment_ref: 'pi_1' })
  expect(next(PROFILE, OPENING, { is: 'orders_settled', to_take: 320 }, 0).send).toBeNull()
})

test('every state is reached from the first one', () => {
  const reached = new Set(['opening'])
  for (const state of reached) for (const to of PAYMENT_MOVES[state as keyof typeof PAYMENT_MOVES]) reached.add(to) // its own keys
  expect([...reached].sort()).toEqual(Object.keys(PAYMENT_MOVES).sort())
})
