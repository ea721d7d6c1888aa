import { CloseButton } from '@mantine/core'
import {
  IconAlertCircleFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconInfoCircleFilled,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './toast-stack.module.css'
import { useUiText } from './ui-text.tsx'

/** Orders spec §2, global toast stack. Left is where a line of text begins. */
export const TOAST_PLACEMENTS = [
  'top',
  'topLeft',
  'topRight',
  'topCenter',
  'bottom',
  'bottomLeft',
  'bottomRight',
  'bottomCenter',
] as const
type ToastPlacement = (typeof TOAST_PLACEMENTS)[number]
const USUAL: ToastPlacement = 'bottomRight'

export interface Toast {
  id: string
  kind: 'success' | 'warning' | 'error' | 'info'
  content: string
  /** Milliseconds on screen before the fade; 0: until somebody closes it. */
  life: number
  /** Left out: at the bottom end, as all that a page says by itself. */
  placement?: ToastPlacement | undefined
  /** It leaves so many milliseconds after a click outside of it. Left out: such a click changes nothing. */
  outside_ms?: number | undefined
  action?: { label: string; run: () => void } | undefined
  /** Seconds left are shown: for undo. */
  countdown?: boolean | undefined
  /** Set while it fades out. */
  leaving?: boolean
}

const ICONS = {
  success: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  error: IconAlertCircleFilled,
  info: IconInfoCircleFilled,
}

interface ToastStackProps {
  toasts: readonly Toast[]
  label: string
  onLeave: (id: string) => void
}

/**
 * Newest lowest (look 13-job-tracker). The usual stack stays in the page when empty, so that screen readers hear
 * additions; another place is there while something is in it.
 */
export function ToastStack({ toasts, label, onLeave }: ToastStackProps) {
  const placed = Map.groupBy(toasts, ({ placement = USUAL }) => placement)
  const shown = TOAST_PLACEMENTS.filter((placement) => placement === USUAL || placed.has(placement))
  return (
    <section aria-label={label} aria-live="polite">
      {shown.map((placement) => (
        <div key={placement} className={classes.stack} data-placement={placement}>
          {placed.get(placement)?.map((toast) => (
            <ToastRow key={toast.id} toast={toast} onLeave={onLeave} />
          ))}
        </div>
      ))}
    </section>
  )
}

function ToastRow({ toast, onLeave }: { toast: Toast; onLeave: (id: string) => void }) {
  const words = useUiText()
  const [held, setHeld] = useState(false)
  const [left, setLeft] = useState(toast.life)
  const { id, leaving = false, life, outside_ms } = toast
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Reading or reaching for the button must not race the clock.
    if (held || leaving || life === 0) return
    if (left <= 0) {
      onLeave(id)
      return
    }
    const step = Math.min(left, 500)
    const timer = setTimeout(() => setLeft(left - step), step)
    return () => clearTimeout(timer)
  }, [held, leaving, life, left, id, onLeave])

  useEffect(() => {
    if (outside_ms === undefined || leaving) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (event: Event) => {
      const isInside = event.target instanceof Node && row.current?.contains(event.target)
      if (isInside || timer !== undefined) return
      timer = setTimeout(() => onLeave(id), outside_ms)
    }
    document.addEventListener('click', listen)
    return () => {
      document.removeEventListener('click', listen)
      clearTimeout(timer)
    }
  }, [outside_ms, leaving, id, onLeave])

  const Icon = ICONS[toast.kind]
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div
      ref={row}
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
