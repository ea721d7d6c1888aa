/** The cards of the sandbox, and what becomes of each: every page that takes cards takes these. */
export interface CardProblem {
  code: string
  decline_code: string | null
  message: string
}

/** The test cards that banks publish, from notes. Any other number that passes the check digit is a good one. */
const BEHAVIOURS: Record<string, string> = {
  '4000002500003155': 'challenge_once',
  '4000002760003184': 'challenge',
  '4000008260003178': 'challenge_then_poor',
  '4000008400001629': 'challenge_then_no',
  '4000000000009995': 'poor',
  '4000000000000002': 'no',
  '4000000000000069': 'expired',
  '4000000000009979': 'stolen',
  '4000000000000341': 'kept_then_no',
  '4000000000000259': 'disputed',
}

export interface TypedCard {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  behaviour: string
}

const passesCheckDigit = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const twice = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return sum + (twice > 9 ? twice - 9 : twice)
  }, 0) %
    10 ===
  0

const brandOf = (digits: string) => {
  if (digits.startsWith('4')) return 'visa'
  if (/^5[1-5]/.test(digits)) return 'mastercard'
  return /^3[47]/.test(digits) ? 'amex' : 'unknown'
}

/** What a person typed, or the sentence that tells what is wrong with it. */
export function readCard(typed: { number: string; expiry: string; cvc: string }, now: Date): TypedCard | string {
  const digits = typed.number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits) || !passesCheckDigit(digits)) return 'Your card number is not valid.'
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(typed.expiry) ?? []
  const exp_month = Number(month)
  const exp_year = 2000 + Number(year)
  if (exp_month < 1 || exp_month > 12) return "Your card's expiry date is not complete."
  if (Date.UTC(exp_year, exp_month, 1) <= now.getTime()) return "Your card's expiry date is in the past."
  if (!/^\d{3,4}$/.test(typed.cvc.trim())) return "Your card's security code is not complete."
  return { brand: brandOf(digits), last4: digits.slice(-4), exp_month, exp_year, behaviour: BEHAVIOURS[digits] ?? 'ok' }
}

const problem = (code: string, decline_code: string | null, message: string): CardProblem => ({
  code,
  decline_code,
  message,
})
const POOR = problem('card_declined', 'insufficient_funds', 'Your card has insufficient funds.')
const DECLINED = problem('card_declined', 'generic_decline', 'Your card was declined.')
export const NOT_AUTHENTICATED = problem(
  'payment_intent_authentication_failure',
  null,
  'We could not authenticate your card. Choose another one, or try again.',
)
export const NEEDS_HOLDER = problem(
  'authentication_required',
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
)

const PROBLEMS: Record<string, CardProblem> = {
  poor: POOR,
  challenge_then_poor: POOR,
  no: DECLINED,
  challenge_then_no: DECLINED,
  kept_then_no: DECLINED,
  expired: problem('expired_card', 'expired_card', 'Your card has expired.'),
  stolen: problem('card_declined', 'stolen_card', 'Your card was declined.'),
}

/** What the bank says when money is asked of the card. Null: it pays. */
export const declineOf = (behaviour: string): CardProblem | null => PROBLEMS[behaviour] ?? null
/** What it says when the card is only to be kept. */
export const setupDeclineOf = (behaviour: string): CardProblem | null =>
  behaviour.startsWith('challenge') || behaviour === 'kept_then_no' ? null : declineOf(behaviour)

export const isChallenged = (behaviour: string, set_up: boolean): boolean =>
  behaviour.startsWith('challenge') && !(behaviour === 'challenge_once' && set_up)
