import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { AuthLayout } from './auth-layout.tsx'
import { MailForm } from './mail-form.tsx'

/** /forgot-password */
export function ForgotPasswordPage() {
  const t = useT()
  return (
    <AuthLayout title={t('auth.forgot_title')} text={t('auth.forgot_text')}>
      <MailForm
        call={authCalls.forgotPassword}
        button={t('auth.forgot_button')}
        onSent={() => go('/forgot-password/email-resend')}
      />
    </AuthLayout>
  )
}
