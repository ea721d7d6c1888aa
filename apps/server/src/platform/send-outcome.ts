import type { WriteOutcome } from '@omni/connectors/write-outcome.ts'
import type { SendOutcome } from './attempts.ts'

interface Done {
  effect: string
  detail?: unknown
}

export interface SendWords {
  /** Refusals that pass by themselves: it is sent again. Everything else on the vendor's list is an answer. */
  later: readonly string[]
  /** What a refusal is known by: the vendor's own code, or its kind. */
  named_by: 'code' | 'kind'
  /** Whether the vendor's own sentence is kept. What a bank says of a card is not. */
  keeps_message: boolean
}

/** Limits and tokens pass. */
const PASSES = ['rate_limited', 'auth_expired']
const USUAL: SendWords = { later: PASSES, named_by: 'code', keeps_message: true }
/** Of payments: a provider that is down is asked again, too. */
export const PAYMENT_WORDS: SendWords = { later: [...PASSES, 'unavailable'], named_by: 'code', keeps_message: false }
const LONGEST = 300

/** What a connector says about a write, in the words of an attempt. */
export function sendOutcome<R>(
  outcome: WriteOutcome<R>,
  done: (reply: R) => Done,
  words: Partial<SendWords> = {},
): SendOutcome {
  const { later, named_by, keeps_message } = { ...USUAL, ...words }
  switch (outcome.outcome) {
    case 'done':
      return { outcome: 'done', ...done(outcome.reply) }
    case 'refused': {
      const { kind, code, message, retry_after_s, kept_pictures } = outcome
      const error_key = named_by === 'kind' ? kind : code
      const said = keeps_message ? { code, message: message.slice(0, LONGEST) } : { code }
      const detail = { ...said, ...(kept_pictures && { kept_pictures }) }
      return { outcome: 'refused', later: later.includes(kind), error_key, retry_after_s, detail }
    }
    case 'unknown':
      return { outcome: 'unknown', detail: outcome.reason.slice(0, LONGEST) }
    case 'not_sent':
      return { outcome: 'not_sent', detail: outcome.reason.slice(0, LONGEST) }
  }
}
