import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { toast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'

/** Out to AliExpress and back: it returns to this page with a code, which is handed to the server once. */
export function useAliexpressConnect() {
  const t = useT()
  const [url, setUrl] = useUrlState()
  const [problem, setProblem] = useState<string | null>(null)
  const ask = useAct(sourceAccountCalls.getAliexpressLoginUrl, { refresh: [], quiet: true })
  const { run: finish, pending: finishing } = useAct(sourceAccountCalls.finishAliexpressLogin, {
    refresh: [sourceAccountCalls.listSourceAccounts],
    quiet: true,
  })
  const { code, state, error } = url
  const done = useRef('')

  const connect = async () => {
    setProblem(null)
    const reply = await ask.run({ callback_url: window.location.origin + window.location.pathname })
    if (reply.data) window.location.assign(reply.data.url)
    else setProblem(reply.message || t('source_accounts.connect_failed'))
  }
  useEffect(() => {
    // A code works once: a second effect run must not spend it again.
    if (!code || !state || done.current === code) return
    done.current = code
    void finish({ code, state }).then((reply) => {
      if (reply.success) toast('success', t('source_accounts.connected'))
      else setProblem(reply.message || t('source_accounts.connect_failed'))
      setUrl({ code: undefined, state: undefined })
    })
  }, [code, state, finish, setUrl, t])
  return {
    connect,
    pending: ask.pending || finishing,
    problem: problem ?? (error ? t('source_accounts.declined') : null),
  }
}
