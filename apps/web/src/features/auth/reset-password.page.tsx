import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { PasswordMeter } from '../../shell/password-meter.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { PasswordField } from './fields.tsx'
import { useMailedCode } from './mailed-code.ts'
import { newPasswordProblem } from '../../platform/new-password-problem.ts'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

const AskAgain = () => {
  const t = useT()
  return (
    <Button component={AppLink} href="/forgot-password" size="lg" fullWidth>
      {t('auth.ask_new_link')}
    </Button>
  )
}

/** /reset-password?id&code — from the mail. All sessions end with it, so the next step is to sign in. */
export function ResetPasswordPage() {
  const t = useT()
  const mailed = useMailedCode()
  const [password, setPassword] = useState('')
  const [done, setDone] = useState(false)
  const reset = useFormAct(authCalls.resetPassword, {
    check: (input) => ({ password: newPasswordProblem(input.password, '') }),
    onDone: () => setDone(true),
  })
  if (!mailed)
    return (
      <AuthLayout title={t('auth.link_broken_title')} text={t('auth.link_broken_text')}>
        <AskAgain />
      </AuthLayout>
    )
  if (done) {
    return (
      <AuthLayout title={t('auth.reset_done_title')} text={t('auth.reset_done_text')}>
        <Button component={AppLink} href="/login" size="lg" fullWidth>
          {t('auth.sign_in')}
        </Button>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('auth.reset_title')} text={t('auth.reset_text')}>
      <form
        className={classes.form}
        noValidate
        onInput={reset.onInput}
        onSubmit={reset.onSubmit({ ...mailed, password })}
      >
        {reset.problem ? (
          // The only refusal without a field is a link that is used or too old.
          <Notice action={reset.problem.status === CODES.unprocessable.status ? <AskAgain /> : null}>
            {reset.problem.text}
          </Notice>
        ) : null}
        <div>
          <PasswordField
            label={t('auth.new_password')}
            value={password}
            onChange={setPassword}
            error={reset.errors['password']}
            autoComplete="new-password"
          />
          <PasswordMeter password={password} />
          <p className={classes.rules}>{t('auth.password_rules')}</p>
        </div>
        <Button type="submit" size="lg" loading={reset.pending}>
          {t('auth.reset_button')}
        </Button>
      </form>
    </AuthLayout>
  )
}
