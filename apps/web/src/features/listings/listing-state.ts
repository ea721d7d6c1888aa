/** What a listing's state means to a person, and what can be done about it. Pure. */
import type { Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { ListingState } from '@omni/domain/channels/listing.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type ListingRow = Out<typeof listingCalls.listMapped>['items'][number]

export const STATES: Record<ListingState, { tone: Tone; text: TextKey }> = {
  idle: { tone: 'green', text: 'listings.state_idle' },
  queued: { tone: 'accent', text: 'listings.state_queued' },
  sending: { tone: 'accent', text: 'listings.state_sending' },
  refused: { tone: 'red', text: 'listings.state_refused' },
  needs_decision: { tone: 'amber', text: 'listings.state_needs_decision' },
  gone: { tone: 'amber', text: 'listings.state_gone' },
  removed: { tone: 'grey', text: 'listings.state_removed' },
}

export const QUESTIONS: Record<NonNullable<ListingRow['question']>, TextKey> = {
  conflict: 'listings.question_conflict',
  which: 'listings.question_which',
  gone: 'listings.question_gone',
}

export type ListingAction = 'decide' | 'retry' | 'active' | 'draft' | 'list_again' | 'listed' | 'stop' | 'remove'

const BY_STATE: Record<ListingState, readonly ListingAction[]> = {
  idle: ['remove'],
  queued: ['remove'],
  // Its send is under way: what is wanted next can be said, and waits for it.
  sending: ['remove'],
  refused: ['retry', 'remove'],
  needs_decision: ['remove'],
  gone: ['list_again', 'stop'],
  removed: ['listed'],
}

/** What was found in a store and is not ours is never written to. */
export function actionsOf({ product_id, state, status, question }: ListingRow): readonly ListingAction[] {
  if (product_id === null) return []
  const asked: ListingAction[] = []
  if (question === 'conflict') asked.push('decide')
  if (question === 'which') asked.push('retry', 'stop')
  const shown: ListingAction[] = []
  if (state === 'idle' && status === 'active') shown.push('draft')
  if (state === 'idle' && status === 'draft') shown.push('active')
  return [...new Set([...asked, ...shown, ...BY_STATE[state]])]
}
