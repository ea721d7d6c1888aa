/**
 * What a seller wanted to do when a store was missing (sourcing spec §5): kept for this tab, and gone to afterwards.
 * Also whether this workplace chose to go on without a store.
 */
import { currentWorkplaceId } from './session.ts'
import { store, stored } from './storage.ts'

export const CHANNELS_PAGE = '/app/channel'
const WISH_KEY = 'omni.store-wish'
const withoutStoreKey = () => `omni.without-store.${currentWorkplaceId() ?? ''}`

/** Where a store is connected, with the way back. */
export const channelsHref = (next: string) => `${CHANNELS_PAGE}?next=${encodeURIComponent(next)}`

export const keepWish = (next: string) => store(WISH_KEY, next, 'sessionStorage')
export const keptWish = () => stored(WISH_KEY, 'sessionStorage')
/** Carried out once. */
export function takeWish(): string | null {
  const wish = keptWish()
  store(WISH_KEY, null, 'sessionStorage')
  return wish
}

/** Importing needs no store; pushing does. */
export const goOnWithoutStore = () => store(withoutStoreKey(), '1')
export const goesOnWithoutStore = () => stored(withoutStoreKey()) === '1'
