import { CloseButton } from '@mantine/core'
import { IconAlertCircleFilled, IconCircleCheckFilled, IconInfoCircleFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './toast-stack.module.css'
import { useUiText } from './ui-text.tsx'

export interface Toast {
  id: string
  kind: 'success' | 'error' | 'info'
  content: string
  /** Milliseconds on screen before the fade. */
  life: number
  action?: { label: string; run: () => void } | undefined
  /** Seconds left are shown: for undo. */
  countdown?: boolean | undefined
  /** Set while it fades out. */
  leaving?: boolean
}

const ICONS = { success: IconCircleCheckFilled, error: IconAlertCircleFilled, info: IconInfoCircleFilled }

interface ToastStackProps {
  toasts: readonly Toast[]
  label: string
  onLeave: (id: string) => void
}

/** Bottom end, newest lowest (look 13-job-tracker). Stays in the page when empty, so screen readers hear additions. */
export function ToastStack({ toasts, label, onLeave }: ToastStackProps) {
  return (
    <section className={classes.stack} aria-label={label} aria-live="polite">
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} onLeave={onLeave} />
      ))}
    </section>
  )
}

function ToastRow({ toast, onLeave }: { toast: Toast; onLeave: (id: string) => void }) {
  const words = useUiText()
  const [held, setHeld] = useState(false)
  const [left, setLeft] = useState(toast.life)
  const { id, leaving = false } = toast
  useEffect(() => {
    // Reading or reaching for the button must not race the clock.
    if (held || leaving) return
    if (left <= 0) {
      onLeave(id)
      return
    }
    const step = Math.min(left, 500)
    const timer = setTimeout(() => setLeft(left - step), step)
    return () => clearTimeout(timer)
  }, [held, leaving, left, id, onLeave])

  const Icon = ICONS[toast.kind]
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div
      className={classes.toast}
      data-leaving={leaving || undefined}
      role={toast.kind === 'error' ? 'alert' : undefined}
      {...hold}
    >
      <Icon className={classes.icon} data-kind={toast.kind} size={20} aria-hidden="true" />
      <span className={classes.content}>{toast.content}</span>
      {toast.action ? (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.action?.run()
            onLeave(id)
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      {toast.countdown ? (
        <span className={classes.seconds} aria-hidden="true">
          {Math.ceil(left / 1000)}
        </span>
      ) : null}
      <CloseButton size={28} aria-label={words.close} onClick={() => onLeave(id)} />
    </div>
  )
}
