/** From a session to the app: where to, and how a finished sign-in gets there. */
import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { useEffect } from 'react'
import { loadAccount } from '../../platform/load-account.ts'
import { go } from '../../platform/navigation.ts'
import { queryClient } from '../../platform/query.ts'
import { currentWorkplaceId, keepToken } from '../../platform/session.ts'
import { track } from '../../platform/track.ts'
import { store, stored } from '../../platform/storage.ts'

const HOME = '/app'
const NEXT_KEY = 'omni.next'

/** Only our own screens: `next` comes from a link anyone can write. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/app(?:[/?#]|$)/.test(next)) return HOME
  // The parser has the last word: '/app/..//evil.example' and backslashes end up elsewhere.
  const url = new URL(next, window.location.origin)
  const inside = url.origin === window.location.origin && /^\/app(?:\/|$)/.test(url.pathname)
  return inside ? url.pathname + url.search + url.hash : HOME
}

export const nextInAddress = () => safeNext(new URLSearchParams(window.location.search).get('next'))

/** A trip to a social provider loses the query string; the tab remembers it. */
export const rememberNext = (next: string) => store(NEXT_KEY, next, 'sessionStorage')
export function rememberedNext(): string {
  const next = safeNext(stored(NEXT_KEY, 'sessionStorage'))
  store(NEXT_KEY, null, 'sessionStorage')
  return next
}

export function enter({ token }: Pick<Out<typeof authCalls.login>, 'token'>, next: string) {
  keepToken(token)
  track('sign_in')
  queryClient.clear() // answers of whoever was here before
  go(next)
}

/**
 * Who is signed in already has nothing to do on /login and /signup. The form shows meanwhile: nobody waits for this.
 */
export function useSkipWhenSignedIn() {
  useEffect(() => {
    // Asked only where somebody has been inside: a stranger's first page needs no refused request.
    if (currentWorkplaceId() === null) return
    loadAccount().then(
      () => go(nextInAddress()),
      () => undefined,
    )
  }, [])
}
