import type { SIGN_IN_IDS } from '@omni/domain/vendors/badges.ts'
import type { Env, ServiceDefinition } from '../service.ts'

export type SocialId = (typeof SIGN_IN_IDS)[number]

export interface SocialDefinition extends ServiceDefinition {
  id: SocialId
  open(env: Env): SocialProvider
}

/** Somebody else who knows the person at the browser. */
export interface SocialPerson {
  subject: string
  email: string | null
  /** Whether the provider says that this person has shown to own the address. */
  email_proved: boolean
  first_name: string
  last_name: string
  avatar: string | null
}

interface SocialAttempt {
  redirect_uri: string
  state: string
  nonce: string
  verifier: string
}

export interface SocialProvider {
  /** Where to send the browser. */
  start: (attempt: SocialAttempt) => Promise<string>
  /** Trades the code of the callback for the person; throws a VendorError of kind `invalid` for a bad or used code. */
  finish: (
    attempt: SocialAttempt,
    answer: { code: string; /** Who says so (RFC 9207), where the provider tells. */ iss?: string | undefined },
  ) => Promise<SocialPerson>
}
