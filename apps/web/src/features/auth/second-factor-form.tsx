import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { requiredProblem } from './checks.ts'
import { enter } from './entering.ts'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

/** The screen changed under the reader's hands: the next thing to do is this field. */
const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()

/** Second step of every way to sign in. `onBack` starts over: a ticket lives five minutes. */
export function SecondFactorForm({ ticket, next, onBack }: { ticket: string; next: string; onBack: () => void }) {
  const t = useT()
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const login = useFormAct(authCalls.loginSecondFactor, {
    check: (input) => ({ code: requiredProblem(input.code) }),
    onDone: (data) => enter({ token: data?.token ?? null }, next),
  })
  const swap = () => {
    setRecovery(!recovery)
    setCode('')
  }
  return (
    <form
      className={classes.form}
      noValidate
      onInput={login.onInput}
      onSubmit={login.onSubmit({ two_factor_ticket: ticket, code: code.trim() })}
    >
      {login.problem ? <Notice>{login.problem.text}</Notice> : null}
      <Field
        // Another field, not another value: what was typed for one is wrong for the other.
        key={recovery ? 'recovery' : 'totp'}
        label={recovery ? t('auth.recovery_code') : t('auth.code')}
        name="code"
        dir="ltr"
        ref={focusOnArrival}
        required
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        hint={recovery ? t('auth.recovery_text') : t('auth.code_text')}
        value={code}
        error={login.errors['code']}
        onChange={setCode}
      />
      <Button type="submit" size="lg" loading={login.pending}>
        {t('auth.sign_in')}
      </Button>
      <div className={classes.links}>
        <button type="button" className={classes.link} onClick={swap}>
          {recovery ? t('auth.use_code') : t('auth.use_recovery')}
        </button>
        <button type="button" className={classes.link} onClick={onBack}>
          {t('auth.back_to_sign_in')}
        </button>
      </div>
    </form>
  )
}
