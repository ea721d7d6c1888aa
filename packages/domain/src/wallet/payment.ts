/**
 * The life of one payment at a provider: a top-up, a card that is kept, the card part of orders.
 *
 * Four rules carry it. Only the provider's own word that money moved posts anything, and once. A word that names another
 * amount, currency or reference than ours decides nothing. Words come late, twice and in any order: none takes back what
 * a newer one said. Whatever is not decided is asked about again, by the provider's name or by ours, for more than two
 * days; then a person is told.
 *
 * `next` has no clock, no database and no provider. The server, the tests and the exploration all run this one function.
 * Its caller locks the row, does the commands and writes the row in one transaction, and starts what is to be sent as an
 * attempt (domain/attempts), which has its effect once.
 */
import type { AttemptProfile } from '../attempts/attempt.ts'
import type { Minor } from '../money.ts'
import type { ProviderPage, ProviderPayment, SavedMethod } from './payment-words.ts'

/** How providers differ. */
export interface PaymentProfile {
  /** What the provider promises about a write. */
  write: AttemptProfile
  /** After a no on its page the person may try another card there. Where not, a no is the end. */
  tries_again_on_page: boolean
  /** It tells when a page has ended. Where not, our own time counts, and what is approved later is not taken. */
  tells_page_end: boolean
  /** How long after it happened something may be missing in its books. */
  books_late_ms: number
  polls: PollPlan
}

/** When a payment is asked about, although nobody told us anything. */
export interface PollPlan {
  /** After a page was opened. */
  first_ms: number
  /** The pauses after that; the last one is repeated. */
  pauses_ms: readonly number[]
  /** After so many a person must look. */
  most: number
}

const MINUTE_MS = 60_000
export const USUAL_POLLS: PollPlan = {
  first_ms: 2 * MINUTE_MS,
  pauses_ms: [2, 5, 10, 20, 40, 60].map((minutes) => minutes * MINUTE_MS),
  most: 60,
}

/**
 * Which state may follow which. `checking`: the provider has not decided, or says what we did not ask for. What is over
 * stays over, but for money that came all the same, and for a card that was held although a charge had been refused.
 */
export const PAYMENT_MOVES = {
  opening: ['open', 'checking', 'authorised', 'succeeded', 'failed', 'expired'],
  open: ['checking', 'authorised', 'succeeded', 'failed', 'expired'],
  checking: ['authorised', 'succeeded', 'failed', 'expired'],
  authorised: ['succeeded', 'failed', 'released'],
  succeeded: [],
  failed: ['authorised', 'succeeded'],
  expired: ['succeeded'],
  released: ['succeeded'],
} as const satisfies Record<string, readonly string[]>
export type PaymentState = keyof typeof PAYMENT_MOVES

const OVER: readonly PaymentState[] = ['succeeded', 'failed', 'expired', 'released']
export const isOver = ({ state }: Pick<Payment, 'state'>): boolean => OVER.includes(state)

/** All times are milliseconds. */
export interface Payment {
  state: PaymentState
  purpose: 'topup' | 'auto_topup' | 'save_method' | 'orders'
  /** `page`: a person pays on the provider's page. `saved`: a kept method is charged. */
  pays_by: 'page' | 'saved'
  amount: Minor
  currency: string
  /** Our name for it at the provider. */
  reference: string
  save_method: boolean
  page_ref: string | null
  page_url: string | null
  payment_ref: string | null
  taken: Minor
  error_key: string | null
  /** When the provider is asked next. Null: not any more. */
  check_at: number | null
  polls: number
  created_at: number
  expires_at: number | null
  settled_at: number | null
}

/** What is sent to a provider. */
export type PaymentWrite = 'page' | 'charge' | PaymentSend['do']

export type PaymentEvent =
  | { is: 'page_opened'; page_ref: string; page_url: string }
  /** What we sent was refused for good, or nobody knows whether it opened a page: then nobody has its address. */
  | { is: 'refused'; what: PaymentWrite; error_key: string }
  /** Whether what we sent had its effect is not known, and it is not sent again. */
  | { is: 'unknown' }
  /** What the provider says, whoever heard it: a reply, a webhook, the person's return, our own question. */
  | { is: 'payment'; said: ProviderPayment }
  | { is: 'page'; said: ProviderPage }
  /** Looked for by our reference, and the provider does not show it now. */
  | { is: 'not_found' }
  /** The operator looked at the provider's: nothing was charged. What comes all the same is posted all the same. */
  | { is: 'person'; says: 'not_charged' }
  /** Every order that waited for the authorised card is settled: so much was bought with it. */
  | { is: 'orders_settled'; to_take: Minor }

export type PaymentCommand =
  | { do: 'post'; what: 'captured' | 'fee'; said: ProviderPayment }
  | { do: 'keep_method'; method: SavedMethod }
  /** The orders that wait for this card go on, or end. */
  | { do: 'decide_orders'; authorised: boolean }
  | { do: 'alarm'; about: 'amount' | 'reference' | 'second_payment' | 'undecided' }

/** A write to the provider, to be started as an attempt in the same transaction. */
export type PaymentSend =
  | { do: 'take'; page_ref: string }
  | { do: 'capture'; payment_ref: string; amount: Minor }
  | { do: 'release'; payment_ref: string }

export interface PaymentStep {
  payment: Payment
  commands: PaymentCommand[]
  send: PaymentSend | null
}

export const isTopup = ({ purpose }: Pick<Payment, 'purpose'>): boolean =>
  purpose === 'topup' || purpose === 'auto_topup'

/** What the provider is asked about. Null: it has given no name yet, or the reply with it was lost. */
export function askedAbout({
  payment_ref,
  page_ref,
}: Pick<Payment, 'payment_ref' | 'page_ref'>): { is: 'payment' | 'page'; ref: string } | null {
  if (payment_ref !== null) return { is: 'payment', ref: payment_ref }
  return page_ref === null ? null : { is: 'page', ref: page_ref }
}

/** What was sent may have been done, and its name never came: it is looked for by our reference. */
export const isSearched = (payment: Pick<Payment, 'state' | 'payment_ref' | 'page_ref'>): boolean =>
  payment.state === 'checking' && askedAbout(payment) === null

export function next(profile: PaymentProfile, payment: Payment, event: PaymentEvent, now: number): PaymentStep {
  switch (event.is) {
    case 'page_opened': {
      if (isOver(payment)) return stay(payment)
      const { page_ref, page_url } = event
      const opened = moved(payment, 'open', { check_at: payment.created_at + profile.polls.first_ms })
      return stay({ ...opened, page_ref, page_url })
    }
    case 'refused':
      // It told us before that it holds the card: its no to the charge was not true.
      if (event.what === 'charge' && payment.state === 'authorised') return stay(payment)
      return fail(payment, event.error_key, now)
    case 'unknown':
      if (isOver(payment)) return stay(payment)
      return stay({ ...moved(payment, 'checking'), check_at: now })
    case 'not_found':
      return isSearched(payment) ? pollAgain(profile, payment, now) : stay(payment)
    case 'person':
      return isSearched(payment) ? fail(payment, 'provider_unreachable', now) : stay(payment)
    case 'payment':
      return handle(profile, payment, event.said, now)
    case 'page':
      return handlePage(profile, payment, event.said, now)
    case 'orders_settled': {
      const { state, payment_ref } = payment
      if (state !== 'authorised' || payment_ref === null) return stay(payment)
      const send: PaymentSend =
        event.to_take > 0 ? { do: 'capture', payment_ref, amount: event.to_take } : { do: 'release', payment_ref }
      return { ...stay(payment), send }
    }
  }
}

function handle(profile: PaymentProfile, payment: Payment, said: ProviderPayment, now: number): PaymentStep {
  if (said.reference !== payment.reference) return misnamed(profile, payment, now)
  // The provider took money twice for one payment. The second is posted by a person, who gives it back.
  if (payment.payment_ref !== null && said.payment_ref !== payment.payment_ref)
    return withCommands([{ do: 'alarm', about: 'second_payment' }], pollAgain(profile, payment, now))
  const kept: PaymentCommand[] = said.method && payment.save_method ? [{ do: 'keep_method', method: said.method }] : []
  return withCommands(kept, judge(profile, payment, said, now))
}

function judge(profile: PaymentProfile, payment: Payment, said: ProviderPayment, now: number): PaymentStep {
  switch (said.status) {
    case 'succeeded':
      return credit(profile, payment, said, now)
    case 'authorised':
      return authorise(profile, payment, said, now)
    case 'cancelled':
    case 'failed':
      if (said.status === 'cancelled' && payment.state === 'authorised') return stay(settled(payment, 'released', now))
      if (payment.pays_by === 'page' && profile.tries_again_on_page) return declinedOnPage(profile, payment, said, now)
      return fail(named(payment, said), said.error_key ?? 'card_declined', now)
    case 'pending':
      return wait(profile, payment, said, now)
  }
}

/**
 * The person may try another card there. Of a card that is held by now it may be the no to the one before: it is asked
 * about again, and a person is told if the provider stays with it. That the card could not be taken, taking it says.
 */
function declinedOnPage(profile: PaymentProfile, payment: Payment, said: ProviderPayment, now: number): PaymentStep {
  if (payment.state !== 'authorised') return wait(profile, payment, said, now)
  const isGivenUp = payment.polls > profile.polls.most
  return isGivenUp
    ? stay({ ...payment, check_at: null })
    : pollAgain(profile, { ...payment, check_at: payment.check_at ?? now }, now)
}

/** The money moved. Of an authorisation less may be taken, never more. */
function credit(profile: PaymentProfile, payment: Payment, said: ProviderPayment, now: number): PaymentStep {
  const { payment_ref, taken, currency, fee } = said
  const isPartOfOrders = payment.purpose === 'orders' && taken > 0 && taken <= payment.amount
  const isFair = isTopup(payment) ? taken === payment.amount : isPartOfOrders
  if (currency !== payment.currency || !isFair) return doubt(profile, payment, said, now)
  const isPosted = payment.state === 'succeeded'
  if (isPosted && taken !== payment.taken) return doubt(profile, payment, said, now)
  const captured: PaymentCommand[] = isPosted ? [] : [{ do: 'post', what: 'captured', said }]
  // What the provider keeps may be told later than what it took.
  const kept: PaymentCommand[] = fee === null ? [] : [{ do: 'post', what: 'fee', said }]
  const paid = isPosted ? payment : settled(payment, 'succeeded', now, { payment_ref, taken, error_key: null })
  return withCommands([...captured, ...kept], stay(paid))
}

/** The card is held for us. Nothing moved. */
function authorise(profile: PaymentProfile, payment: Payment, said: ProviderPayment, now: number): PaymentStep {
  const { payment_ref, amount, currency } = said
  // Asked again because of a doubt: it is held as before.
  if (payment.state === 'authorised' && payment.pays_by === 'page') return stay({ ...payment, check_at: null })
  if (payment.purpose !== 'orders' || payment.state === 'authorised') return wait(profile, payment, said, now)
  // Held although its charge was refused, and never held before: the orders are over, so that it will be let go.
  const isHeldAfterAll = payment.state === 'failed' && payment.payment_ref === null
  if (isOver(payment) && !isHeldAfterAll) return stay(payment)
  if (currency !== payment.currency || amount !== payment.amount) return doubt(profile, payment, said, now)
  const held = moved(payment, 'authorised', { payment_ref, error_key: null, check_at: null, settled_at: null })
  return withCommands([{ do: 'decide_orders', authorised: true }], stay(held))
}

function handlePage(profile: PaymentProfile, payment: Payment, page: ProviderPage, now: number): PaymentStep {
  if (page.payment?.status === 'succeeded') return handle(profile, payment, page.payment, now)
  if (isOver(payment)) return stay(payment)
  if (page.reference !== payment.reference) return misnamed(profile, payment, now)
  const known = { ...payment, page_ref: payment.page_ref ?? page.page_ref }
  if (page.status === 'complete' && payment.purpose === 'save_method' && page.method)
    return withCommands([{ do: 'keep_method', method: page.method }], stay(settled(known, 'succeeded', now)))
  // What was approved is being taken: an older word that the page was open does not end it.
  const isLeft = payment.state !== 'checking' && payment.expires_at !== null && payment.expires_at < now
  if (page.status === 'expired' || (page.status === 'open' && !profile.tells_page_end && isLeft))
    return withCommands(refusedOrders(payment), stay(settled(known, 'expired', now, { error_key: 'page_left' })))
  if (page.payment) return handle(profile, known, page.payment, now)
  if (page.status !== 'approved') return pollAgain(profile, known, now)
  const waiting = pollAgain(profile, moved(known, 'checking'), now)
  return { ...waiting, send: { do: 'take', page_ref: page.page_ref } }
}

/** The provider said no, for good. Orders that waited for it are told. */
function fail(payment: Payment, error_key: string, now: number): PaymentStep {
  if (isOver(payment)) return stay(payment)
  return withCommands(refusedOrders(payment), stay(settled(payment, 'failed', now, { error_key })))
}

const refusedOrders = ({ purpose, state }: Payment): PaymentCommand[] =>
  purpose === 'orders' && state !== 'authorised' ? [{ do: 'decide_orders', authorised: false }] : []

/** It names what we did not ask for. Nothing is posted; the next answer may be right. */
function doubt(profile: PaymentProfile, payment: Payment, said: ProviderPayment, now: number): PaymentStep {
  const doubted = { ...moved(named(payment, said), 'checking'), error_key: 'amount_differs' }
  return withCommands([{ do: 'alarm', about: 'amount' }], pollAgain(profile, isOver(payment) ? payment : doubted, now))
}

/** Asked about ours, it tells of another one. */
const misnamed = (profile: PaymentProfile, payment: Payment, now: number): PaymentStep =>
  withCommands([{ do: 'alarm', about: 'reference' }], pollAgain(profile, payment, now))

/** The provider has it and has not decided. On a page the person is still at it. */
function wait(profile: PaymentProfile, payment: Payment, said: ProviderPayment, now: number): PaymentStep {
  if (isOver(payment)) return stay(payment)
  const waiting = payment.pays_by === 'saved' ? moved(named(payment, said), 'checking') : payment
  return pollAgain(profile, { ...waiting, error_key: said.error_key ?? payment.error_key }, now)
}

/** A charge is asked about by the provider's name of it, a page by its own. */
const named = (payment: Payment, { payment_ref }: ProviderPayment): Payment =>
  payment.pays_by === 'saved' ? { ...payment, payment_ref } : payment

/** Nothing is decided: it is asked about again, ever more seldom. Of a held card its orders decide, and no clock. */
function pollAgain({ polls: plan }: PaymentProfile, payment: Payment, now: number): PaymentStep {
  const isAwaited = payment.state !== 'authorised' || (payment.check_at !== null && payment.check_at <= now)
  if (isOver(payment) || !isAwaited) return stay(payment)
  const { polls } = payment
  if (polls >= plan.most)
    return withCommands([{ do: 'alarm', about: 'undecided' }], stay({ ...payment, polls: polls + 1, check_at: null }))
  const pause = plan.pauses_ms[Math.min(polls, plan.pauses_ms.length - 1)] ?? 0
  const isAskable = askedAbout(payment) !== null || isSearched(payment)
  return stay({ ...payment, polls: polls + 1, check_at: isAskable ? now + pause : null })
}

/** In the next state, if it may follow this one. */
const moved = (payment: Payment, to: PaymentState, change: Partial<Payment> = {}): Payment => {
  const allowed: readonly PaymentState[] = PAYMENT_MOVES[payment.state]
  return allowed.includes(to) ? { ...payment, ...change, state: to } : payment
}

const settled = (payment: Payment, to: PaymentState, now: number, change: Partial<Payment> = {}): Payment =>
  moved(payment, to, { ...change, settled_at: now, check_at: null })

const stay = (payment: Payment): PaymentStep => ({ payment, commands: [], send: null })
const withCommands = (commands: PaymentCommand[], step: PaymentStep): PaymentStep => ({
  ...step,
  commands: [...commands, ...step.commands],
})
