import { Button, PasswordInput } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { downloadFrom } from '@omni/ui/csv.ts'
import { useState } from 'react'
import { useAccount } from '../../platform/account.ts'
import { SIGN_IN_URL } from '../../platform/addresses.ts'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { setWorkplace } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.tsx'
import classes from './account.module.css'

/** Taking everything along, and leaving for good. */
export function DataCard() {
  const t = useT()
  const [leaving, setLeaving] = useState(false)
  const ask = useAct(authCalls.exportAccount, { refresh: [] })
  const exportData = async () => {
    const reply = await ask.run({})
    if (!reply.data) return
    downloadFrom(reply.data.url, `omni-account-${reply.data.exported_at.slice(0, 10)}.json`)
    toast('success', t('account.exported'))
  }
  return (
    <Card title={t('account.data')}>
      <div className={classes.line}>
        <div className={classes.words}>
          <div className={classes.name}>{t('account.export')}</div>
          <div className={classes.note}>{t('account.export_text')}</div>
        </div>
        <Button variant="default" loading={ask.pending} onClick={() => void exportData()}>
          {t('account.export_do')}
        </Button>
      </div>
      <div className={classes.line}>
        <div className={classes.words}>
          <div className={classes.name}>{t('account.delete')}</div>
          <div className={classes.note}>{t('account.delete_text')}</div>
        </div>
        <Button variant="default" onClick={() => setLeaving(true)}>
          {t('account.delete_do')}
        </Button>
      </div>
      <DeleteDialog opened={leaving} onClose={() => setLeaving(false)} />
    </Card>
  )
}

function DeleteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const { has_password, email } = useAccount()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // Foundation spec §8: this call raises no toast, so the dialog says what went wrong.
  const remove = useAct(authCalls.deleteAccount, { refresh: [], quiet: true })
  const submit = async () => {
    const reply = await remove.run(has_password ? { password } : {})
    if (!reply.success) return setProblem(fieldErrors(reply)['password'] ?? messageOf(reply))
    setWorkplace(null)
    window.location.assign(SIGN_IN_URL)
  }
  const close = () => {
    setPassword('')
    setProblem(null)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      danger
      title={t('account.delete_title')}
      text={t('account.delete_warning')}
      confirm={t('account.delete_do')}
      loading={remove.pending}
      ready={!has_password || password !== ''}
      {...(has_password ? {} : { typeName: email })}
      onConfirm={() => void submit()}
    >
      {has_password ? (
        <PasswordInput
          label={t('form.password')}
          value={password}
          error={problem}
          autoComplete="current-password"
          data-autofocus
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setProblem(null)
          }}
        />
      ) : problem ? (
        <p role="alert" className={classes.note}>
          {problem}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
