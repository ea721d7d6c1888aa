import { Button } from '@mantine/core'
import { CODES } from '@omni/contracts/codes.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { messageOf } from '../../platform/reactions.ts'
import { AuthLayout } from '../auth/auth-layout.tsx'
import classes from '../auth/auth-form.module.css'
import { Notice } from '../auth/notice.tsx'

/**
 * /auth/store-migrate-verification?code — from the mail to a store's owner. A click, not the visit, moves the store:
 * programs that look at mails open every address.
 */
export function StoreMigrateVerificationPage() {
  const t = useT()
  const [code] = useState(() => new URLSearchParams(window.location.search).get('code') ?? '')
  const [moved, setMoved] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(code === '' ? t('channels.move_bad_code') : null)
  const verify = useAct(storeCalls.verifyMigration, { refresh: [], quiet: true })
  const confirm = async () => {
    const reply = await verify.run({ code })
    if (reply.success && reply.data) return setMoved(reply.data.store_name)
    if (reply.status === CODES.store_migrate_in_process.status) return setMoved('')
    const isWrong = reply.status === CODES.store_migrate_owner.status
    return setProblem(isWrong ? t('channels.move_bad_code') : messageOf(reply) || t('channels.move_bad_code'))
  }
  if (moved !== null)
    return <AuthLayout title={t('channels.move_confirmed')} text={t('channels.move_confirmed_text', { name: moved })} />
  return (
    <AuthLayout title={t('channels.move_confirm_title')} text={t('channels.move_confirm_text')}>
      <div className={classes.form}>
        {problem ? <Notice>{problem}</Notice> : null}
        <Button size="lg" loading={verify.pending} disabled={code === ''} onClick={() => void confirm()}>
          {t('channels.move_confirm')}
        </Button>
      </div>
    </AuthLayout>
  )
}
