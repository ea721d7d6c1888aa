/**
 * A supplier order that is bought exactly once (design: placement): what is known about it, what can happen to it, and
 * what has to be done then. The rules are in next.ts.
 *
 * Buying has up to three steps: `create`, `confirm`, `pay`. Each is a write to the supplier under the protocol of
 * domain/attempts, with a row of its own there. Placing adds what spans the steps: the money, the price, the wish to
 * stop, and the question a person is asked.
 */
import { type Attempt, type AttemptProfile, newAttempt } from '../attempts/attempt.ts'
import type { Minor } from '../money.ts'

export type Step = 'create' | 'confirm' | 'pay'

/** What a supplier promises. */
export interface PlacementProfile {
  create: AttemptProfile
  /** An order must be confirmed before it can be paid. Null: there is no such step. */
  confirm: AttemptProfile | null
  /**
   * How an order is paid. `with_create`: creating buys. `at_site`: the seller pays on the supplier's own site. Otherwise
   * by a step of its own, and then an order is paid at most once: the supplier refuses a second payment.
   */
  pay: AttemptProfile | 'with_create' | 'at_site'
  /** How long a quote counts. An older one is asked for again. */
  quote_good_for_ms: number
  /** How long an order waits unpaid before we stop it. */
  unpaid_for_ms: number
}

export type PlacementState =
  /** Not being bought. */
  | 'ready'
  /** A card payment for it is being authorised. */
  | 'awaiting_payment'
  /** Its money is held, and it waits for its turn. */
  | 'queued'
  /** The intent of a step is committed; there is no outcome yet. */
  | 'sending'
  /** The outcome is not known, or a refusal is being verified. */
  | 'checking'
  /** It exists at the supplier, unpaid. */
  | 'created'
  | 'needs_decision'
  | 'placed'
  | 'failed'
  | 'cancelled'

/**
 * What a person is asked. `exists`: was it bought? `which`: several look like it. `price`: it costs more than was
 * approved. `pay`: it exists, and the supplier refused the next step or holds it back.
 */
export type Question = 'exists' | 'which' | 'price' | 'pay'

export type StopReason = 'person' | 'channel' | 'edited' | 'unpaid'

export interface Placement {
  state: PlacementState
  /** Which try to buy. The next one starts when this one is settled as not bought. */
  n: number
  step: Step
  /** Names the row of the step's attempt. It only grows. */
  attempt_no: number
  attempt: Attempt
  /** The supplier's number. */
  order_no: string | null
  /** What is reserved for it, and so what it may cost. Null: nothing, because it is paid later or settled. */
  held: Minor | null
  /** What the supplier wants for it, as far as it told. */
  total: Minor | null
  question: Question | null
  stop: { because: StopReason; at: number } | null
  /** A look-up showed for sure that nothing was bought, and nothing was sent since. It may be sent again. */
  is_absent: boolean
  /** Since when it is known to exist unpaid. */
  unpaid_since: number | null
}

export const newPlacement = (): Placement => ({
  state: 'ready',
  n: 0,
  step: 'create',
  attempt_no: 0,
  attempt: newAttempt(),
  order_no: null,
  held: null,
  total: null,
  question: null,
  stop: null,
  is_absent: false,
  unpaid_since: null,
})

const NOT_LIVE: readonly PlacementState[] = ['ready', 'placed', 'failed', 'cancelled']
export const isLive = ({ state }: Pick<Placement, 'state'>): boolean => !NOT_LIVE.includes(state)

/** An order as the supplier shows it. */
export interface SupplierOrder {
  order_no: string
  confirmed: boolean
  paid: boolean
  /** The supplier ended it unpaid: it can never be paid any more. */
  closed: boolean
  /** Null: not told. */
  total: Minor | null
  /** It was made, and the supplier does not go on with it: a person looks before it is paid. */
  held_back?: true
}

/** Which attempt of which try an answer belongs to. */
export interface AttemptKey {
  n: number
  attempt_no: number
}

export type PlacementEvent =
  /** `amount`: what may be held. Null: it is created now and paid later. */
  | { is: 'click'; amount: Minor | null; needs_card: boolean }
  | { is: 'authorised' }
  | { is: 'declined' }
  /** The seller pays what was created before. */
  | { is: 'pay'; amount: Minor }
  /** `twin_live`: an equal order is under way, and the supplier's list could not tell them apart. */
  | { is: 'turn'; twin_live?: boolean }
  /** What the supplier would take, dated by when the question left. */
  | { is: 'quoted'; of: AttemptKey; asked_at: number; total: Minor; twin_live?: boolean }
  | { is: 'done'; of: AttemptKey; order: SupplierOrder }
  /** The supplier has it under our reference and does not say its number. */
  | { is: 'repeated'; of: AttemptKey; send_no: number }
  | { is: 'refused'; of: AttemptKey; send_no: number; later: boolean; retry_after_ms?: number }
  | { is: 'unknown'; of: AttemptKey; send_no: number }
  | { is: 'not_sent'; of: AttemptKey; send_no: number }
  /** Whoever was to send it found that it cannot be ordered. Nothing has left. */
  | { is: 'cannot'; of: AttemptKey }
  /** What a look-up or a read showed, dated by when the question left. */
  | { is: 'seen'; of: AttemptKey; asked_at: number; orders: readonly SupplierOrder[] }
  | { is: 'look_failed'; of: AttemptKey }
  | { is: 'person'; says: 'it_is'; order: SupplierOrder }
  | { is: 'person'; says: 'nothing_there' | 'again' | 'give_up' }
  /** `amount`: what is held from now on. */
  | { is: 'person'; says: 'accept_price'; amount: Minor }
  | { is: 'cancel'; because: StopReason }

/** Postings of the ledger. The shell writes them in the transaction that stores the row. */
export type MoneyCommand =
  | { do: 'hold'; amount: Minor }
  /** The true total is taken and the rest of the hold goes back. */
  | { do: 'capture'; amount: Minor }
  | { do: 'release' }

/** What is done at the supplier after the commit. A lost one is found again by a later turn. */
export type VendorCommand =
  | { do: 'send'; of: AttemptKey; step: Step; send_no: number; send_by: number; order_no: string | null }
  /** By our reference, or in the list of orders made since then. */
  | { do: 'look'; of: AttemptKey; since: number }
  | { do: 'read'; of: AttemptKey; order_no: string }
  | { do: 'quote'; of: AttemptKey }
  /** Deletes an unpaid order that nobody wants, where the supplier can. Nothing depends on it. */
  | { do: 'tidy'; order_no: string }

type PlacementNews =
  | { is: 'moved'; to: PlacementState; question: Question | null }
  /** Bought after it was settled as not bought. */
  | { is: 'late'; order_no: string }
  /** The supplier has two. Neither can happen while the profile's promises hold; both are alarms. */
  | { is: 'second_purchase'; order_no: string }

export interface PlacementStep {
  row: Placement
  money: MoneyCommand[]
  command: VendorCommand | null
  news: PlacementNews[]
  /** When the next turn is due. Null: settled, or nothing but a person can go on. */
  due_at: number | null
}
