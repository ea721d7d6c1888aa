import { Button } from '@mantine/core'
import type { authCalls } from '@omni/contracts/auth.calls.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

type MailCall = typeof authCalls.sendVerificationEmail | typeof authCalls.forgotPassword

/** Sends a mail to an address that is already known here; says so in place. */
export function SendAgain({ call, email }: { call: MailCall; email: string }) {
  const t = useT()
  const [sent, setSent] = useState(false)
  const act = useFormAct<MailCall>(call, {
    onDone: () => {
      setSent(true)
      act.again()
    },
  })
  return (
    <>
      <Button variant="default" size="xs" loading={act.pending} onClick={() => void act.run({ email })}>
        {t('auth.resend_verification')}
      </Button>
      <output className={classes.said}>
        {act.problem?.text ?? act.errors['email'] ?? (sent ? t('auth.sent') : null)}
      </output>
    </>
  )
}
