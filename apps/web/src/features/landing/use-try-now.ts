import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { currentLanguage } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { queryClient } from '../../platform/query.ts'
import { reactToReply } from '../../platform/react-to-reply.ts'
import { keepToken } from '../../platform/session.ts'
import { track } from '../../platform/track.ts'
import { toast } from '../../platform/toasts.tsx'

export const browserTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Opens a demo account and shows the app (foundation spec §7, try-now). */
export function useTryNow() {
  const act = useAct(authCalls.tryNow, { refresh: [], quiet: true })
  const [done, setDone] = useState(false)
  const run = async () => {
    track('click_try_now')
    const reply = await act.run({ language: currentLanguage(), timezone: browserTimezone() })
    if (reply.success) {
      setDone(true) // the button stays busy until the page changes
      keepToken(reply.data?.token ?? null)
      queryClient.clear()
      go('/app')
      return
    }
    // The global reaction keeps silent about a rate limit (§8); here nobody else would say it.
    if (reply.status === CODES.rate_limited.status) toast('error', reply.message)
    else reactToReply(reply, authCalls.tryNow, { retry: () => void run() })
  }
  return { run: () => void run(), pending: act.pending || done }
}
