import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useTryNow } from '../landing/use-try-now.ts'
import { emailProblem, requiredProblem } from './checks.ts'
import { enter, nextInAddress } from './entering.ts'
import { CheckField, EmailField, PasswordField } from './fields.tsx'
import { keepMailbox, mailbox } from './mailbox.ts'
import { Notice } from './notice.tsx'
import { SendAgain } from './send-again.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

export function LoginForm({ onTicket }: { onTicket: (ticket: string) => void }) {
  const t = useT()
  const [email, setEmail] = useState(mailbox)
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const tryNow = useTryNow()
  const login = useFormAct(authCalls.login, {
    check: (input) => ({
      email: emailProblem(input.email),
      password: input.password === '' ? requiredProblem('') : undefined,
    }),
    onDone: (data) => {
      if (data?.two_factor_ticket) onTicket(data.two_factor_ticket)
      else enter({ token: data?.token ?? null }, nextInAddress())
    },
  })
  const unverified = login.problem?.status === CODES.email_not_verified.status
  return (
    <form
      className={classes.form}
      noValidate
      onInput={login.onInput}
      onSubmit={login.onSubmit({ email: email.trim(), password, remember })}
    >
      <SocialButtons />
      <p className={classes.or}>{t('auth.or_email')}</p>
      {login.problem ? (
        <Notice action={unverified ? <SendAgain call={authCalls.sendVerificationEmail} email={email.trim()} /> : null}>
          {login.problem.text}
        </Notice>
      ) : null}
      <EmailField value={email} onChange={setEmail} error={login.errors['email']} autoComplete="username" />
      <div className={classes.password}>
        <PasswordField
          label={t('form.password')}
          value={password}
          onChange={setPassword}
          error={login.errors['password']}
          autoComplete="current-password"
        />
        {/* After the field in the tab order, above it on the screen. */}
        <AppLink
          href="/forgot-password"
          className={`${classes.link} ${classes.forgot}`}
          onClick={() => keepMailbox(email.trim())}
        >
          {t('auth.forgot')}
        </AppLink>
      </div>
      <CheckField label={t('auth.remember')} checked={remember} onChange={setRemember} />
      <Button type="submit" size="lg" loading={login.pending}>
        {t('auth.sign_in')}
      </Button>
      <div className={classes.links}>
        <p className={classes.aside}>
          {t('auth.new_here')}{' '}
          <AppLink href="/signup" className={classes.link}>
            {t('auth.create_account')}
          </AppLink>
        </p>
        <button
          type="button"
          className={classes.link}
          disabled={tryNow.pending}
          aria-busy={tryNow.pending}
          onClick={tryNow.run}
        >
          {tryNow.pending ? t('auth.opening_demo') : t('auth.try_now')}
        </button>
      </div>
    </form>
  )
}
