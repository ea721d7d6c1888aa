import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { homeCalls } from '@omni/contracts/home.calls.ts'
import { isEmail } from '@omni/domain/patterns.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useAccount } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { newPasswordProblem } from '../platform/new-password-problem.ts'
import { useAct } from '../platform/act.ts'
import { setWorkplace } from '../platform/session.ts'
import { fieldErrors } from '../platform/query.ts'
import { PasswordMeter } from './password-meter.tsx'

const WIDTH = 460

/** Turns the demo account of "try now" into a real one; everything in it stays, except for the example shop. */
export function RealAccountPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const { is_example } = useAccount()
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      width={WIDTH}
      title={t('real_account.title')}
      description={t(is_example ? 'real_account.example_text' : 'real_account.text')}
    >
      <RealAccountForm onDone={onClose} />
    </SidePanel>
  )
}

function RealAccountForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const { is_example } = useAccount()
  const connect = useAct(authCalls.connectAccount, { refresh: [authCalls.getAccount, homeCalls.getAttention] })
  const form = useForm({
    initialValues: { first_name: '', last_name: '', email: '', password: '' },
    validate: {
      first_name: (value) => (value.trim() ? null : t('form.required')),
      email: (value) => (isEmail(value.trim()) ? null : t('form.email_invalid')),
      password: (value, { email }) => newPasswordProblem(value, email),
    },
  })
  const submit = form.onSubmit(async (values) => {
    const reply = await connect.run(values)
    // The example went, and an empty workplace came: nothing of the old one may stay in memory.
    if (reply.success && is_example) {
      setWorkplace(null)
      window.location.assign('/app')
    } else if (reply.success) onDone()
    else form.setErrors(fieldErrors(reply))
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('form.first_name')}
          autoComplete="given-name"
          data-autofocus
          {...form.getInputProps('first_name')}
        />
        <TextInput label={t('form.last_name')} autoComplete="family-name" {...form.getInputProps('last_name')} />
        <TextInput
          label={t('form.email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          {...form.getInputProps('email')}
        />
        <div>
          <PasswordInput label={t('form.password')} autoComplete="new-password" {...form.getInputProps('password')} />
          <PasswordMeter password={form.values.password} />
        </div>
        <Button type="submit" loading={connect.pending}>
          {t('real_account.submit')}
        </Button>
      </Stack>
    </form>
  )
}
