import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { homeCalls } from '@omni/contracts/home.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useAccount } from '../../platform/account.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors } from '../../platform/query.ts'
import { openPanel } from '../../platform/panels.ts'
import classes from './account.module.css'

export function ProfileCard() {
  const t = useT()
  const format = useFormat()
  const { first_name, last_name, email, email_verified, is_demo, created_at } = useAccount()
  const save = useAct(authCalls.updateProfile, { refresh: [authCalls.getAccount] })
  const resend = useAct(authCalls.sendVerificationEmail, { refresh: [homeCalls.getAttention] })
  const form = useForm({
    initialValues: { first_name, last_name },
    validate: { first_name: (value) => (value.trim() ? null : t('form.required')) },
  })
  const submit = form.onSubmit(async (values) => {
    const reply = await save.run(values)
    if (reply.success) form.resetDirty(values)
    else form.setErrors(fieldErrors(reply))
  })
  return (
    <Card title={t('account.profile')} description={t('account.since', { date: format.date(created_at, 'day') })}>
      <form onSubmit={submit} noValidate>
        <div className={classes.fields}>
          <TextInput label={t('form.first_name')} autoComplete="given-name" {...form.getInputProps('first_name')} />
          <TextInput label={t('form.last_name')} autoComplete="family-name" {...form.getInputProps('last_name')} />
        </div>
        <div className={classes.actions}>
          <Button type="submit" loading={save.pending} disabled={!form.isDirty()}>
            {t('actions.save')}
          </Button>
        </div>
      </form>
      <div className={`${classes.line} ${classes.below}`}>
        <div className={classes.words}>
          <div className={classes.name}>
            <bdi>{is_demo ? t('account.no_email') : email}</bdi>
          </div>
          <StatusDot tone={email_verified ? 'green' : 'amber'}>
            {t(email_verified ? 'account.email_verified' : 'account.email_unverified')}
          </StatusDot>
        </div>
        {is_demo ? (
          <Button variant="default" onClick={() => openPanel('real_account')}>
            {t('banner.demo_action')}
          </Button>
        ) : null}
        {!is_demo && !email_verified ? (
          <Button variant="default" loading={resend.pending} onClick={() => void resend.run({ email })}>
            {t('auth.resend_verification')}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
