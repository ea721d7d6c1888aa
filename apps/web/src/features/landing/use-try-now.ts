import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { useRef, useState } from 'react'
import { send } from '../../platform/client.ts'
import { currentLanguage } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { queryClient } from '../../platform/query.ts'
import { reactToReply } from '../../platform/react-to-reply.ts'
import { keepToken } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.tsx'

export const browserTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Opens a demo account and shows the app (foundation spec §7, try-now). */
export function useTryNow() {
  const [pending, setPending] = useState(false)
  const busy = useRef(false) // a second click comes before React draws the first
  const run = async () => {
    if (busy.current) return
    busy.current = true
    setPending(true)
    const reply = await send(authCalls.tryNow, { language: currentLanguage(), timezone: browserTimezone() })
    if (reply.success) {
      keepToken(reply.data?.token ?? null)
      queryClient.clear()
      go('/app')
      return
    }
    busy.current = false
    setPending(false)
    // The global reaction keeps silent about a rate limit (§8); here nobody else would say it.
    if (reply.status === CODES.rate_limited.status) toast('error', reply.message)
    else reactToReply(reply, authCalls.tryNow, { retry: () => void run() })
  }
  return { run: () => void run(), pending }
}
