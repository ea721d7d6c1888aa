import { CODES } from '@omni/contracts/codes.ts'
import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { useEffect, useState } from 'react'
import { loadAccount } from '../../platform/load-account.ts'
import { go } from '../../platform/navigation.ts'
import { CallFailure } from '../../platform/query.ts'
import { signInAddress } from '../../platform/react-to-reply.ts'
import { CHANNELS_PAGE, keepReturn } from '../../platform/pending-action.ts'

type Account = Out<typeof authCalls.getAccount>

/** To sign-in, and from there back to this address. */
export function signInFirst() {
  keepReturn(window.location.pathname + window.location.search)
  go(signInAddress(CHANNELS_PAGE))
}

/** Who is signed in, on a page outside the shell; somebody who is not is sent to sign in and comes back. */
export function useSignedIn(enabled: boolean): { account: Account | null; problem: string | null } {
  const [account, setAccount] = useState<Account | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!enabled) return
    loadAccount().then(setAccount, (error: unknown) => {
      const signedOut = error instanceof CallFailure && error.envelope.status === CODES.unauthorized.status
      if (signedOut) signInFirst()
      else setProblem(error instanceof Error ? error.message : '')
    })
  }, [enabled])
  return { account, problem }
}
