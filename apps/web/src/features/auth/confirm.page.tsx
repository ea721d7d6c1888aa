import { authCalls } from '@omni/contracts/auth.calls.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { mailbox } from './mailbox.ts'
import { SendAgain } from './send-again.tsx'
import classes from './auth-form.module.css'

/** /signup/confirm — the verification mail is on its way. */
export function ConfirmPage() {
  const t = useT()
  const email = mailbox()
  return (
    <AuthLayout
      title={t('auth.confirm_title')}
      text={email ? t('auth.confirm_text', { email }) : t('auth.confirm_text_plain')}
    >
      <div className={classes.form}>
        <p>{t('auth.confirm_hint')}</p>
        {email ? (
          <div>
            <SendAgain call={authCalls.sendVerificationEmail} email={email} />
          </div>
        ) : null}
        <div className={classes.links}>
          <AppLink href="/signup/email-resend" className={classes.link}>
            {t('auth.other_address')}
          </AppLink>
          <AppLink href="/login" className={classes.link}>
            {t('auth.back_to_sign_in')}
          </AppLink>
        </div>
      </div>
    </AuthLayout>
  )
}
