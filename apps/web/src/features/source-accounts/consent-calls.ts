/** Suppliers whose accounts are connected on a page of their own. The specification has calls of its own for each. */
import type { Call } from '@omni/contracts/kernel.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { CONSENT_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'

export type ConsentSource = (typeof CONSENT_SOURCE_IDS)[number]
export const consentSourceIn = (name: string | undefined): ConsentSource | undefined =>
  CONSENT_SOURCE_IDS.find((id) => id === name)

const CALLS = {
  aliexpress: {
    ask: sourceAccountCalls.getAliexpressLoginUrl,
    finish: sourceAccountCalls.finishAliexpressLogin,
    leave: sourceAccountCalls.disconnectAliexpress,
  },
  alibaba: {
    ask: sourceAccountCalls.getAlibabaLoginUrl,
    finish: sourceAccountCalls.finishAlibabaLogin,
    leave: sourceAccountCalls.disconnectAlibaba,
  },
} as const satisfies Record<ConsentSource, Record<string, Call>>

/** A hook wants a call in any case: where there is none, it is another's, and is not made. */
export const consentCalls = (source: ConsentSource | undefined) => CALLS[source ?? CONSENT_SOURCE_IDS[0]]
