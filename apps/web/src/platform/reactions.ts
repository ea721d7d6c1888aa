/** What the app does about a reply, whichever screen made the call (foundation spec §8, "Global reactions"). */
import { CODES, SERVER_ERROR_MESSAGE, SILENT_CODES } from '@omni/contracts/codes.ts'
import type { Call, Envelope } from '@omni/contracts/kernel.ts'
import { CANCELLED } from './client.ts'

/** §8: the account-delete and supplier-import calls raise no toast; their screens speak for themselves. */
const SILENT_PATHS: readonly string[] = ['/auth/account/delete', '/center/products/import/{source}']

/** §8: time to read the sentence before the page changes. */
export const LEAVE_AFTER_MS = 1000
export const GENERAL_SETTINGS = '/app/setting'

export interface Reaction {
  toast?: { kind: 'success' | 'error'; content: string }
  next?: 'sign_out' | 'install' | 'general_settings' | 'offer_verification'
}

export interface Place {
  embedded: boolean
  path: string
}

/** The first validation message says more than the envelope's own. */
export function messageOf(envelope: Envelope): string {
  const first = envelope.success ? undefined : Object.values(envelope.errors ?? {}).flat()[0]
  return first ?? envelope.message
}

export function reactionTo(envelope: Envelope, call: Pick<Call, 'method' | 'path' | 'access'>, place: Place): Reaction {
  const content = messageOf(envelope)
  const silent =
    envelope.status === CANCELLED ||
    content === '' ||
    content === SERVER_ERROR_MESSAGE ||
    SILENT_CODES.includes(envelope.status) ||
    SILENT_PATHS.includes(call.path) ||
    // Reading is not an act: its success is the data on the screen.
    (envelope.success && call.method === 'GET')
  return {
    ...(silent ? {} : { toast: { kind: envelope.success ? 'success' : 'error', content } }),
    ...nextStep(envelope.status, call, place),
  }
}

function nextStep(status: number, call: Pick<Call, 'access'>, place: Place): Pick<Reaction, 'next'> {
  // A public call has no session to lose: a wrong password must not "sign out" the sign-in page.
  if (status === CODES.unauthorized.status && call.access !== 'public')
    return { next: place.embedded ? 'install' : 'sign_out' }
  if (status === CODES.shop_id_invalid.status && !place.embedded) return { next: 'general_settings' }
  // spec: not shown. The reader can mend this one on the spot.
  if (status === CODES.email_not_verified.status) return { next: 'offer_verification' }
  return {}
}
