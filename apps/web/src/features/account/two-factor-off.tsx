import { Button, PasswordInput, TextInput } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { homeCalls } from '@omni/contracts/home.calls.ts'
import { type FormEvent, useState } from 'react'
import { useAccount } from '../../platform/account.ts'
import { useFocusOnMount } from '../../platform/focus-on-mount.ts'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors } from '../../platform/query.ts'
import classes from './account.module.css'

/** Taking the second factor off needs both: password and a code (or a recovery code). */
export function TwoFactorOff({ onDone }: { onDone: () => void }) {
  const t = useT()
  const { has_password } = useAccount()
  const field = useFocusOnMount<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const disable = useAct(authCalls.disableTwoFactor, { refresh: [authCalls.getAccount, homeCalls.getAttention] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await disable.run({ code, ...(has_password ? { password } : {}) })
    if (reply.success) onDone()
    else setProblems(fieldErrors(reply))
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      {has_password ? (
        <PasswordInput
          label={t('two_factor.password_first')}
          value={password}
          error={problems['password']}
          autoComplete="current-password"
          ref={field}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        label={t('two_factor.code_or_recovery')}
        value={code}
        error={problems['code']}
        autoComplete="one-time-code"
        dir="ltr"
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button
          type="submit"
          color="red"
          loading={disable.pending}
          disabled={code.trim().length < 6 || (has_password && password === '')}
        >
          {t('two_factor.turn_off')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  )
}
