import type { VendorErrorKind } from './vendor-error.ts'

/**
 * What is known after a write. There are three facts about a request that left us: done, refused, unknown. `not_sent`
 * is the fourth answer, for a request of which no byte left: it must not be confused with `unknown`, because only
 * `not_sent` may be sent again without asking the vendor first.
 */
export type WriteOutcome<R> =
  | { outcome: 'done'; reply: R }
  /** The vendor's own closed list says that this code means "nothing was done". */
  | {
      outcome: 'refused'
      kind: VendorErrorKind
      code: string
      message: string
      retry_after_s?: number
      /** Pictures that stay at the vendor all the same, by our name: the next try sends their ids. */
      kept_pictures?: Readonly<Record<string, string>>
    }
  /** It may have been done. Look it up at the vendor before anything is tried again. */
  | { outcome: 'unknown'; reason: string }
  /** No byte left this machine: no connection, or `send_by` had passed. */
  | { outcome: 'not_sent'; reason: string }

/** The reply in other words; whatever else is known stays as it is. */
export const mapDone = <A, B>(outcome: WriteOutcome<A>, map: (reply: A) => B): WriteOutcome<B> =>
  outcome.outcome === 'done' ? { outcome: 'done', reply: map(outcome.reply) } : outcome
