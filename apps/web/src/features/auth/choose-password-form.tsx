import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { PasswordMeter } from '../../shell/password-meter.tsx'
import { PasswordField } from './fields.tsx'
import { newPasswordProblem } from '../../platform/new-password-problem.ts'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

/** For who is signed in to an account without a password. */
export function ChoosePasswordForm({ next }: { next: string }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const choose = useFormAct(authCalls.changePassword, {
    check: (input) => ({ password: newPasswordProblem(input.password, '') }),
    onDone: () => go(next),
  })
  return (
    <form className={classes.form} noValidate onInput={choose.onInput} onSubmit={choose.onSubmit({ password })}>
      {choose.problem ? <Notice>{choose.problem.text}</Notice> : null}
      <div>
        <PasswordField
          label={t('auth.new_password')}
          value={password}
          onChange={setPassword}
          error={choose.errors['password']}
          autoComplete="new-password"
        />
        <PasswordMeter password={password} />
        <p className={classes.rules}>{t('auth.password_rules')}</p>
      </div>
      <Button type="submit" size="lg" loading={choose.pending}>
        {t('auth.reset_button')}
      </Button>
    </form>
  )
}
