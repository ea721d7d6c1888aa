import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { toast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'

/** Suppliers whose accounts are connected on a page of their own. */
export type ConsentSource = 'aliexpress' | 'alibaba'
const FINISHING = { refresh: [sourceAccountCalls.listSourceAccounts], quiet: true }
const ASKING = { refresh: [], quiet: true }

/** Out to a supplier and back: it returns to this page with a code, which is handed to the server once. */
export function useConsentConnect() {
  const t = useT()
  const [url, setUrl] = useUrlState()
  const [problem, setProblem] = useState<string | null>(null)
  const ask = {
    aliexpress: useAct(sourceAccountCalls.getAliexpressLoginUrl, ASKING),
    alibaba: useAct(sourceAccountCalls.getAlibabaLoginUrl, ASKING),
  }
  const { run: finishAliexpress, pending: aliexpressPending } = useAct(
    sourceAccountCalls.finishAliexpressLogin,
    FINISHING,
  )
  const { run: finishAlibaba, pending: alibabaPending } = useAct(sourceAccountCalls.finishAlibabaLogin, FINISHING)
  const { code, state, error } = url
  const done = useRef('')

  const connect = async (source: ConsentSource) => {
    setProblem(null)
    const reply = await ask[source].run({ callback_url: window.location.origin + window.location.pathname })
    if (reply.data) window.location.assign(reply.data.url)
    else setProblem(reply.message || t('source_accounts.connect_failed'))
  }
  useEffect(() => {
    // A code works once: a second effect run must not spend it again.
    if (!code || !state || done.current === code) return
    done.current = code
    // The server begins a state with the supplier's name.
    const finish = state.startsWith('alibaba.') ? finishAlibaba : finishAliexpress
    void finish({ code, state }).then((reply) => {
      if (reply.success) toast('success', t('source_accounts.connected'))
      else setProblem(reply.message || t('source_accounts.connect_failed'))
      setUrl({ code: undefined, state: undefined })
    })
  }, [code, state, finishAliexpress, finishAlibaba, setUrl, t])
  return {
    connect,
    pending: {
      aliexpress: ask.aliexpress.pending || aliexpressPending,
      alibaba: ask.alibaba.pending || alibabaPending,
    },
    problem: problem ?? (error ? t('source_accounts.declined') : null),
  }
}
