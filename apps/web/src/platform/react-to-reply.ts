/** The side effects of reactions.ts. */
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { Call, Envelope } from '@omni/contracts/kernel.ts'
import { SIGN_IN_URL } from './addresses.ts'
import { sayBeside } from './beside.ts'
import { send } from './client.ts'
import { translate } from './i18n.ts'
import { go } from './navigation.ts'
import { GENERAL_SETTINGS, LEAVE_AFTER_MS, reactionTo } from './reactions.ts'
import { forgetShop, keepToken, mode } from './session.ts'
import { replyToast } from './toasts.tsx'

let leaving = false
/** Ten calls that fail together send the reader away once. */
function leaveOnce(run: () => void) {
  if (leaving) return
  leaving = true
  setTimeout(() => {
    leaving = false
    run()
  }, LEAVE_AFTER_MS)
}

const here = () => window.location.pathname + window.location.search

/** Back here after signing in. */
export const signInAddress = (next: string) =>
  SIGN_IN_URL + (SIGN_IN_URL.startsWith('/') && next.startsWith('/app') ? `?next=${encodeURIComponent(next)}` : '')

interface ReactOptions {
  email?: string
  retry?: () => void
  /** What was pressed: a rate limit is told beside it. */
  control?: HTMLElement | null
}

export function reactToReply(envelope: Envelope, call: Call, options: ReactOptions = {}) {
  const reaction = reactionTo(envelope, call, { embedded: mode.embedded, path: window.location.pathname })
  const { email, retry, control } = options
  if (envelope.status === CODES.rate_limited.status && control !== undefined) {
    if (!sayBeside(control, envelope.message)) replyToast('error', envelope.message)
  }
  if (reaction.toast) {
    const resend =
      reaction.next === 'offer_verification' && email
        ? { label: translate('auth.resend_verification'), run: () => void resendVerification(email) }
        : undefined
    const again = retry ? { label: translate('actions.retry'), run: retry } : undefined
    replyToast(reaction.toast.kind, reaction.toast.content, resend ?? again)
  }
  if (reaction.next === 'install') leaveOnce(() => go(`/install${mode.search}`))
  if (reaction.next === 'sign_out') {
    leaveOnce(() => {
      keepToken(null)
      // A full load: nothing of the old session may stay in memory.
      window.location.assign(signInAddress(here()))
    })
  }
  if (reaction.next === 'general_settings') {
    forgetShop()
    if (window.location.pathname !== GENERAL_SETTINGS) leaveOnce(() => go(GENERAL_SETTINGS))
  }
}

async function resendVerification(email: string) {
  const call = authCalls.sendVerificationEmail
  reactToReply(await send(call, { email }), call)
}
