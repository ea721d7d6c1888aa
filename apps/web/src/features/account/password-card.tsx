import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { useAccount } from '../../platform/account.ts'
import { useT } from '../../platform/i18n.ts'
import { newPasswordProblem } from '../../platform/new-password-problem.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors } from '../../platform/query.ts'
import { PasswordMeter } from '../../shell/password-meter.tsx'
import classes from './account.module.css'

/** Accounts opened with a social sign-in have no password yet and set a first one. */
export function PasswordCard() {
  const t = useT()
  const { has_password, email } = useAccount()
  const change = useAct(authCalls.changePassword, { refresh: [authCalls.getAccount, authCalls.listSessions] })
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: {
      current_password: (value) => (value || !has_password ? null : t('form.required')),
      password: (value) => newPasswordProblem(value, email),
    },
  })
  const submit = form.onSubmit(async ({ current_password, password }) => {
    const reply = await change.run({ password, ...(has_password ? { current_password } : {}) })
    if (reply.success) form.reset()
    else form.setErrors(fieldErrors(reply))
  })
  return (
    <Card
      title={t('account.password')}
      description={t(has_password ? 'account.password_text' : 'account.password_none')}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {/* Password managers look for the account's name next to the fields. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {has_password ? (
          <PasswordInput
            label={t('account.current_password')}
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
        ) : null}
        <div>
          <PasswordInput
            label={t('account.new_password')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordMeter password={form.values.password} />
        </div>
        <div>
          <Button type="submit" variant="default" loading={change.pending}>
            {t(has_password ? 'account.change_password' : 'account.set_password')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
