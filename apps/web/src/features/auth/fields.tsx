import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { Field } from './field.tsx'
import classes from './field.module.css'

interface Value {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** An address is left to right in every language. `autoComplete` tells password managers what it is for. */
export function EmailField({ autoComplete = 'email', ...value }: Value & { autoComplete?: 'email' | 'username' }) {
  const t = useT()
  return (
    <Field
      {...value}
      label={t('form.email')}
      name="email"
      type="email"
      inputMode="email"
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete={autoComplete}
      required
    />
  )
}

interface PasswordFieldProps extends Value {
  label: string
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  const eye = (
    <button
      type="button"
      className={classes.eye}
      aria-label={t('auth.show_password')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  )
  return (
    <Field
      {...props}
      name="password"
      type={shown ? 'text' : 'password'}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      required
      end={eye}
    />
  )
}

interface CheckFieldProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className={classes.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
