/** What a listing's state means to a person, and what can be done about it. Pure. */
import type { Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { ListingState } from '@omni/domain/channels/listing.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import { CHANNEL_FACTS } from '@omni/domain/vendors/manifest.ts'
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

/** What changes the listing by itself. */
const LISTING_STEPS = ['retry', 'active', 'draft', 'list_again', 'listed', 'stop'] as const
export type ListingStep = (typeof LISTING_STEPS)[number]
/** What opens a panel, or asks first. */
type ListingPanel =
  | 'decide'
  | 'map'
  | 'replace'
  | 'suppliers'
  | 'keep'
  | 'copy'
  | 'compare'
  | 'hide'
  | 'show'
  | 'unmap'
  | 'remove'
  | 'places'
export type ListingAction = ListingStep | ListingPanel
export const isStep = (action: ListingAction): action is ListingStep =>
  (LISTING_STEPS as readonly string[]).includes(action)

/** What can be done with every listing of a product of ours. */
const OF_PRODUCT: readonly ListingAction[] = ['suppliers', 'replace', 'compare', 'keep', 'copy', 'unmap']

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

/** What was found in a store and is not ours is never written to: it gets a supplier, or leaves the list. */
export function actionsOf(
  { product_id, platform, state, status, question }: ListingRow,
  isHidden = false,
): readonly ListingAction[] {
  if (product_id === null) return isHidden ? ['show'] : ['map', 'hide']
  const asked: ListingAction[] = []
  if (question === 'conflict') asked.push('decide')
  if (question === 'which') asked.push('retry', 'stop')
  const shown: ListingAction[] = []
  if (state === 'idle' && status === 'active') shown.push('draft')
  if (state === 'idle' && status === 'draft') shown.push('active')
  // Places inside a store: apps and networks that it shows products in.
  if (state === 'idle' && CHANNEL_FACTS[platform].publications) shown.push('places')
  const more = state === 'removed' || state === 'gone' ? [] : OF_PRODUCT
  // Taking it out comes last, behind everything that is less final.
  const own = BY_STATE[state]
  const last = own.filter((action) => action === 'remove')
  return [...new Set([...asked, ...shown, ...own.filter((action) => action !== 'remove'), ...more, ...last])]
}
