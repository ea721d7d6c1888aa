/**
 * What is remembered around connecting a store: what the seller wanted to do when one was missing (sourcing spec §5),
 * whether this workplace chose to go on without one, who began to connect one, and where somebody comes back to who had
 * to sign in first.
 */
import { currentWorkplaceId } from './session.ts'
import { store, stored } from './storage.ts'

export const CHANNELS_PAGE = '/app/channel'
const PENDING_ACTION_KEY = 'omni.pending-action'
const withoutStoreKey = () => `omni.without-store.${currentWorkplaceId() ?? ''}`

/** Where a store is connected, with the way back. */
export const channelsHref = (next: string) => `${CHANNELS_PAGE}?next=${encodeURIComponent(next)}`

export const keepPendingAction = (next: string) => store(PENDING_ACTION_KEY, next, 'sessionStorage')
export const keptPendingAction = () => stored(PENDING_ACTION_KEY, 'sessionStorage')
/** Carried out once. */
export function takePendingAction(): string | null {
  const pendingAction = keptPendingAction()
  store(PENDING_ACTION_KEY, null, 'sessionStorage')
  return pendingAction
}

/** Importing needs no store; pushing does. */
export const goOnWithoutStore = () => store(withoutStoreKey(), '1')
export const goesOnWithoutStore = () => stored(withoutStoreKey()) === '1'

const BEGUN_COOKIE = 'omni_connecting'
const BEGUN_LIFE_S = 300

export interface Begun {
  user_id: string
  workplace_id: string
}

/**
 * Who began to connect a store, for five minutes: the platform's answer may come back to a tab where somebody else, or
 * another workplace, is at work by then. A cookie, because some platforms come back in a tab of their own.
 */
export function recordBegun({ user_id, workplace_id }: Begun) {
  const value = encodeURIComponent(`${user_id}:${workplace_id}`)
  document.cookie = `${BEGUN_COOKIE}=${value}; path=/; max-age=${BEGUN_LIFE_S}; samesite=lax`
}

export function readBegun(): Begun | null {
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(`${BEGUN_COOKIE}=`))
  if (!found) return null
  const [user_id, workplace_id] = decodeURIComponent(found.slice(BEGUN_COOKIE.length + 1)).split(':')
  return user_id && workplace_id ? { user_id, workplace_id } : null
}

export function forgetBegun() {
  document.cookie = `${BEGUN_COOKIE}=; path=/; max-age=0; samesite=lax`
}

const RETURN_KEY = 'omni.connect-return'
const RETURNS = /^\/(?:callback|install)\?/

/** Sign-in leads to pages below `/app` alone: this address waits in the tab, and the channels page goes on with it. */
export const keepReturn = (href: string) => store(RETURN_KEY, href, 'sessionStorage')
export function takeReturn(): string | null {
  const href = stored(RETURN_KEY, 'sessionStorage')
  store(RETURN_KEY, null, 'sessionStorage')
  return href && RETURNS.test(href) ? href : null
}
