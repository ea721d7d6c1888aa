import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useT } from '../../platform/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { MailForm } from './mail-form.tsx'
import { mailbox } from './mailbox.ts'

/** /forgot-password/email-resend — the link is on its way; if it does not arrive, it can be asked for again. */
export function ForgotEmailResendPage() {
  const t = useT()
  const email = mailbox()
  return (
    <AuthLayout
      title={t('auth.forgot_sent_title')}
      text={email ? t('auth.forgot_sent_text', { email }) : t('auth.forgot_text')}
    >
      <MailForm call={authCalls.forgotPassword} button={t('auth.resend_verification')} />
    </AuthLayout>
  )
}
