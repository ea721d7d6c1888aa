import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { toast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { consentCalls, type ConsentSource, consentSourceIn } from './consent-calls.ts'

const FINISHING = { refresh: [sourceAccountCalls.listSourceAccounts], quiet: true }
export const ASKING = { refresh: [], quiet: true }

/** Out to a supplier. Answers with what was wrong instead. */
export function useConsent(source: ConsentSource) {
  const t = useT()
  const ask = useAct(consentCalls(source).ask, ASKING)
  const connect = async (): Promise<string | null> => {
    const reply = await ask.run({ callback_url: window.location.origin + window.location.pathname })
    if (!reply.data) return reply.message || t('source_accounts.connect_failed')
    window.location.assign(reply.data.url)
    return null
  }
  return { connect, pending: ask.pending }
}

/** And back: it returns to this page with a code, which is handed to the server once. */
export function useConsentReturn() {
  const t = useT()
  const [url, setUrl] = useUrlState()
  const [problem, setProblem] = useState<string | null>(null)
  const { code, state, error } = url
  // The server begins a state with the supplier's name.
  const source = consentSourceIn(state?.split('.')[0])
  const { run: finish, pending } = useAct(consentCalls(source).finish, FINISHING)
  const done = useRef('')
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
    /** Whose return is being handed over. */
    finishing: pending ? source : undefined,
    problem: problem ?? (error ? t('source_accounts.declined') : null),
    setProblem,
  }
}
