import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { setWorkplace } from '../../platform/session.ts'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { enter } from './entering.ts'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'

/** /auth/platform/{platform}/auto-login#code — out of a store's admin into a window of its own; good once. */
export function AutoLoginPage() {
  const t = useT()
  const [code] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '')
  const login = useFormAct(authCalls.autoLogin, {
    onDone: (data) => {
      setWorkplace(data?.workplace_id ?? null)
      enter({ token: data?.token ?? null }, '/app')
    },
  })
  const problem = code === '' ? t('auth.auto_login_used') : login.problem?.text
  return (
    <AuthLayout title={t('auth.auto_login_title')} text={t('auth.auto_login_text')}>
      <div className={classes.form}>
        {problem ? <Notice>{problem}</Notice> : null}
        <Button size="lg" loading={login.pending} disabled={code === ''} onClick={() => void login.run({ code })}>
          {t('auth.auto_login_do')}
        </Button>
      </div>
    </AuthLayout>
  )
}
