import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { currentLanguage, useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { track } from '../../platform/track.ts'
import { PasswordMeter } from '../../shell/password-meter.tsx'
import { browserTimezone } from '../landing/use-try-now.ts'
import { AuthLayout } from './auth-layout.tsx'
import { emailProblem, requiredProblem } from './checks.ts'
import { useSkipWhenSignedIn } from './entering.ts'
import { Field } from './field.tsx'
import { EmailField, PasswordField } from './fields.tsx'
import { keepMailbox, mailbox } from './mailbox.ts'
import { newPasswordProblem } from '../../platform/new-password-problem.ts'
import { Notice } from './notice.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

/** /signup — the answer is alike for known and unknown addresses; what follows arrives by mail. */
export function SignupPage() {
  const t = useT()
  const [first_name, setFirstName] = useState('')
  const [last_name, setLastName] = useState('')
  const [email, setEmail] = useState(mailbox)
  const [password, setPassword] = useState('')
  useSkipWhenSignedIn()
  const register = useFormAct(authCalls.register, {
    check: (input) => ({
      first_name: requiredProblem(input.first_name),
      email: emailProblem(input.email),
      password: newPasswordProblem(input.password, input.email),
    }),
    onDone: () => {
      track('sign_up')
      keepMailbox(email.trim())
      go('/signup/confirm')
    },
  })
  const { errors, problem } = register
  const submit = register.onSubmit({
    first_name,
    last_name,
    email: email.trim(),
    password,
    language: currentLanguage(),
    timezone: browserTimezone(),
  })
  return (
    <AuthLayout title={t('auth.signup_title')} text={t('auth.signup_text')}>
      <form className={classes.form} noValidate onInput={register.onInput} onSubmit={submit}>
        <SocialButtons />
        <p className={classes.or}>{t('auth.or_email')}</p>
        {problem ? <Notice>{problem.text}</Notice> : null}
        <div className={classes.pair}>
          <Field
            label={t('form.first_name')}
            name="first_name"
            autoComplete="given-name"
            required
            value={first_name}
            onChange={setFirstName}
            error={errors['first_name']}
          />
          <Field
            label={t('form.last_name')}
            name="last_name"
            autoComplete="family-name"
            value={last_name}
            onChange={setLastName}
            error={errors['last_name']}
          />
        </div>
        <EmailField value={email} onChange={setEmail} error={errors['email']} />
        <div>
          <PasswordField
            label={t('form.password')}
            value={password}
            onChange={setPassword}
            error={errors['password']}
            autoComplete="new-password"
          />
          <PasswordMeter password={password} />
          <p className={classes.rules}>{t('auth.password_rules')}</p>
        </div>
        <Button type="submit" size="lg" loading={register.pending}>
          {t('auth.create_account')}
        </Button>
        <p className={classes.aside}>
          {t('auth.have_account')}{' '}
          <AppLink href="/login" className={classes.link}>
            {t('auth.sign_in')}
          </AppLink>
        </p>
      </form>
    </AuthLayout>
  )
}
