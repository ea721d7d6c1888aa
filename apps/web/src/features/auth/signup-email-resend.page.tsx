import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useT } from '../../platform/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { MailForm } from './mail-form.tsx'

/** /signup/email-resend */
export function SignupEmailResendPage() {
  const t = useT()
  return (
    <AuthLayout title={t('auth.resend_title')} text={t('auth.resend_text')}>
      <MailForm call={authCalls.sendVerificationEmail} button={t('auth.resend_verification')} />
    </AuthLayout>
  )
}
