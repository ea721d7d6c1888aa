import { lazy, Suspense, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { nextInAddress, useSkipWhenSignedIn } from './entering.ts'
import { LoginForm } from './login-form.tsx'

/** Few accounts have one, and it comes after an answer of the server. */
const SecondFactorForm = lazy(async () => ({ default: (await import('./second-factor-form.tsx')).SecondFactorForm }))

/**
 * /login — also where a signed-out user is sent (foundation spec §2; spec: not shown: the "external sign-in page" is
 * ours).
 */
export function LoginPage() {
  const t = useT()
  const [ticket, setTicket] = useState<string | null>(null)
  useSkipWhenSignedIn()
  if (ticket !== null) {
    return (
      <AuthLayout title={t('auth.code_title')} text={t('auth.code_lead')}>
        <Suspense>
          <SecondFactorForm ticket={ticket} next={nextInAddress()} onBack={() => setTicket(null)} />
        </Suspense>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('auth.login_title')} text={t('auth.login_text')}>
      <LoginForm onTicket={setTicket} />
    </AuthLayout>
  )
}
