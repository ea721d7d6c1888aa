import { Loader } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useEffect, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { keepToken } from '../../platform/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { ChoosePasswordForm } from './choose-password-form.tsx'
import { enter } from './entering.ts'
import { MailForm } from './mail-form.tsx'
import { useMailedCode } from './mailed-code.ts'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

const WELCOME = '/app/ob-welcome'

/** /auth/email-verification?id&code — from the mail: verifies, signs in, welcomes. */
export function EmailVerificationPage() {
  const t = useT()
  const mailed = useMailedCode()
  const [choosing, setChoosing] = useState(false)
  const verify = useFormAct(authCalls.verifyEmail, {
    onDone: (data) => {
      if (!data?.choose_password) return enter({ token: data?.token ?? null }, WELCOME)
      keepToken(data.token)
      setChoosing(true)
    },
  })
  const { run } = verify
  useEffect(() => {
    if (mailed) void run(mailed)
    // Once per visit: the code is good once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [mailed])
  if (choosing) {
    return (
      <AuthLayout title={t('auth.choose_password_title')} text={t('auth.choose_password_text')}>
        <ChoosePasswordForm next={WELCOME} />
      </AuthLayout>
    )
  }
  if (!mailed || verify.problem) {
    return (
      <AuthLayout title={t('auth.verify_failed_title')} text={t('auth.verify_failed_text')}>
        <div className={classes.form}>
          {verify.problem ? <Notice>{verify.problem.text}</Notice> : null}
          <MailForm call={authCalls.sendVerificationEmail} button={t('auth.resend_verification')} />
        </div>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('auth.verify_title')}>
      <output className={classes.waiting}>
        <Loader size="sm" aria-hidden="true" />
        {t('auth.verify_text')}
      </output>
    </AuthLayout>
  )
}
