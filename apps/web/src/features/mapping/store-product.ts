import type { Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { TextKey } from '../../platform/i18n.ts'

export type Listing = Out<typeof listingCalls.listMapped>['items'][number]

/** What is made of a store product: a listing of ours, a product like it, or one product per value of an option. */
export type Mode = 'tie' | 'copy' | 'split'

export const MODES: Record<Mode, { action: TextKey; text: TextKey }> = {
  tie: { action: 'mapping.do_tie', text: 'mapping.mode_tie_text' },
  copy: { action: 'mapping.do_copy', text: 'mapping.mode_copy_text' },
  split: { action: 'mapping.do_split', text: 'mapping.mode_split_text' },
}
