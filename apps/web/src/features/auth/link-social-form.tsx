import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { requiredProblem } from './checks.ts'
import { PasswordField } from './fields.tsx'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

interface LinkSocialFormProps {
  ticket: string
  onSignedIn: (data: { token: string | null; two_factor_ticket: string | null } | null) => void
}

/** The address has an account: its password, or a link by mail, shows that it is the same person's. */
export function LinkSocialForm({ ticket, onSignedIn }: LinkSocialFormProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [sent, setSent] = useState(false)
  const link = useFormAct(authCalls.linkSocial, {
    check: (input) => ({ password: requiredProblem(input.password ?? '') }),
    onDone: onSignedIn,
  })
  const mail = useFormAct(authCalls.mailSocialLink, {
    onDone: () => {
      setSent(true)
      mail.again()
    },
  })
  const problem = link.problem ?? mail.problem
  return (
    <form className={classes.form} noValidate onInput={link.onInput} onSubmit={link.onSubmit({ ticket, password })}>
      {problem ? <Notice>{problem.text}</Notice> : null}
      {sent && !problem ? <Notice kind="done">{t('auth.link_social_sent')}</Notice> : null}
      <PasswordField
        label={t('form.password')}
        value={password}
        onChange={setPassword}
        error={link.errors['password']}
        autoComplete="current-password"
      />
      <Button type="submit" size="lg" loading={link.pending}>
        {t('auth.link_social_button')}
      </Button>
      <div className={classes.links}>
        <button
          type="button"
          className={classes.link}
          disabled={mail.pending}
          aria-busy={mail.pending}
          onClick={() => void mail.run({ ticket })}
        >
          {t('auth.link_social_mail')}
        </button>
        <AppLink href="/login" className={classes.link}>
          {t('auth.back_to_sign_in')}
        </AppLink>
      </div>
    </form>
  )
}
