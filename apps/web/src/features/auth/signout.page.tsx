import { Loader } from '@mantine/core'
import { useEffect } from 'react'
import { signOut } from '../../platform/account.ts'
import { useT } from '../../platform/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth-form.module.css'

/** /signout — ends the session and loads the sign-in page afresh. Without a session the result is the same. */
export function SignoutPage() {
  const t = useT()
  useEffect(() => void signOut(), [])
  return (
    <AuthLayout title={t('auth.signout_title')}>
      <output className={classes.waiting}>
        <Loader size="sm" aria-hidden="true" />
        {t('auth.signout_text')}
      </output>
    </AuthLayout>
  )
}
