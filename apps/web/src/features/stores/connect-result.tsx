import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { CHANNELS_PAGE } from '../../platform/pending-action.ts'
import { AuthLayout } from '../auth/auth-layout.tsx'
import { Notice } from '../auth/notice.tsx'
import classes from '../auth/auth-form.module.css'

export function Connecting({ title }: { title: string }) {
  const t = useT()
  return (
    <AuthLayout title={title}>
      <output className={classes.waiting}>
        <Loader size="sm" aria-hidden="true" />
        {t('channels.one_moment')}
      </output>
    </AuthLayout>
  )
}

interface NotConnectedProps {
  title: string
  text: string
  /** What the server or the platform said. */
  reason?: string | null
  action?: ReactNode
}

/** Why nothing was connected, and the next step. */
export function NotConnected({ title, text, reason, action }: NotConnectedProps) {
  const t = useT()
  return (
    <AuthLayout title={title} text={text}>
      <div className={classes.form}>
        {reason ? <Notice>{reason}</Notice> : null}
        {action}
        <Button component={AppLink} href={CHANNELS_PAGE} size="lg" variant={action ? 'default' : 'filled'}>
          {t('channels.back_to_channels')}
        </Button>
      </div>
    </AuthLayout>
  )
}
