import { Button } from '@mantine/core'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { type ReactNode, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { fieldErrors } from '../../platform/query.ts'
import classes from './evidence.module.css'

interface RequestFormProps {
  label: string
  /** What the button says. */
  submit: string
  /** Whether something is missing. */
  isIncomplete: boolean
  isSending: boolean
  send: () => Promise<Envelope>
  /** What is said and done when it was sent; the form closes in any case. */
  onSent?: () => void
  onClose: () => void
  children: ReactNode
}

/** Something asked of a supplier. A refusal stands beside the button, and what was typed stays. */
export function RequestForm(props: RequestFormProps) {
  const { label, submit, isIncomplete, isSending, send, onSent, onClose, children } = props
  const t = useT()
  const [refused, setRefused] = useState<string | null>(null)
  const ask = async () => {
    setRefused(null)
    const reply = await send()
    if (!reply.success) return setRefused(Object.values(fieldErrors(reply))[0] ?? reply.message)
    onSent?.()
    onClose()
  }
  return (
    <form
      className={classes.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      {children}
      {refused ? (
        <p className={classes.problem} role="alert">
          {refused}
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={isSending} disabled={isIncomplete}>
          {submit}
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  )
}
