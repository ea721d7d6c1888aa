import { Button } from '@mantine/core'
import type { authCalls } from '@omni/contracts/auth.calls.ts'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { emailProblem } from './checks.ts'
import { EmailField } from './fields.tsx'
import { keepMailbox, mailbox } from './mailbox.ts'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

interface MailFormProps {
  call: typeof authCalls.sendVerificationEmail | typeof authCalls.forgotPassword
  button: string
  /** Where to go once it is sent; without it the page stays and says so. */
  onSent?: () => void
}

/** Asks for an address and has a mail sent there. The answer never tells whether the address is known. */
export function MailForm({ call, button, onSent }: MailFormProps) {
  const t = useT()
  const [email, setEmail] = useState(mailbox)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const act = useFormAct<MailFormProps['call']>(call, {
    check: (input) => ({ email: emailProblem(input.email) }),
    onDone: () => {
      keepMailbox(email.trim())
      if (onSent) return onSent()
      setSentTo(email.trim())
      act.again()
    },
  })
  return (
    <form className={classes.form} noValidate onInput={act.onInput} onSubmit={act.onSubmit({ email: email.trim() })}>
      {act.problem ? <Notice>{act.problem.text}</Notice> : null}
      {sentTo !== null && !act.problem ? <Notice kind="done">{t('auth.sent_to', { email: sentTo })}</Notice> : null}
      <EmailField value={email} onChange={setEmail} error={act.errors['email']} />
      <Button type="submit" size="lg" loading={act.pending}>
        {button}
      </Button>
      <div className={classes.links}>
        <AppLink href="/login" className={classes.link}>
          {t('auth.back_to_sign_in')}
        </AppLink>
      </div>
    </form>
  )
}
