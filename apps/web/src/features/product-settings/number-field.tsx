import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface NumberFieldProps {
  label: string
  /** For screen readers alone: what stands before it names it. */ hidden?: boolean
  description?: ReactNode
  value: number
  /** What a typed text becomes; the field then shows it. */ clean: (text: string) => number
  suffix?: string
  disabled?: boolean
  onChange: (value: number) => void
}

/** A number that is put right when the field is left, not while it is typed. */
export function NumberField({
  label,
  hidden = false,
  description,
  value,
  clean,
  suffix,
  disabled = false,
  onChange,
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const done = () => {
    if (typed === null) return
    const next = clean(typed)
    setTyped(null)
    if (next !== value) onChange(next)
  }
  return (
    <TextInput
      {...(hidden ? { 'aria-label': label } : { label })}
      description={description}
      inputMode="decimal"
      dir="ltr"
      disabled={disabled}
      value={typed ?? String(value)}
      rightSection={suffix ? <span aria-hidden="true">{suffix}</span> : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
      }}
    />
  )
}
