import { TextInput } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPencil } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useFocusOnMount } from '../../platform/focus-on-mount.ts'
import classes from './product-list.module.css'

interface InlineFieldProps {
  /** What it is, for the pencil and the field. */
  label: string
  /** How the value looks while it is only read. */
  children: ReactNode
  /** What the field starts with. */
  value: string
  align?: 'start' | 'end'
  decimal?: boolean
  maxLength?: number
  /** null: saved. A sentence: why not; the field stays open with what was typed. */
  onSave: (text: string) => Promise<string | null> | string | null
}

/**
 * A value that is edited where it stands: double click, or Enter on the pencil; Enter saves, Escape leaves it as it
 * was.
 */
export function InlineField({
  label,
  children,
  value,
  align = 'start',
  decimal = false,
  maxLength = 255,
  onSave,
}: InlineFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const leaving = useRef(false)
  const open = () => {
    leaving.current = false
    setProblem(null)
    setTyped(value)
  }
  const close = (focus: boolean) => {
    leaving.current = true
    setTyped(null)
    setProblem(null)
    // After the field is gone: the keyboard goes on from where it was.
    if (focus) setTimeout(() => pencil.current?.focus(), 0)
  }
  const save = async (focus: boolean) => {
    if (typed === null || saving || leaving.current) return
    if (typed.trim() === value.trim()) {
      close(focus)
      return
    }
    setSaving(true)
    const refused = await onSave(typed.trim())
    setSaving(false)
    if (refused === null) close(focus)
    else setProblem(refused)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void save(true)
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      close(true)
    }
  }
  if (typed !== null)
    return (
      <Field
        aria-label={label}
        value={typed}
        error={problem}
        maxLength={maxLength}
        readOnly={saving}
        inputMode={decimal ? 'decimal' : 'text'}
        dir="auto"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!problem) void save(false)
        }}
      />
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut of the mouse; the keyboard has the pencil
    <div className={classes.value} data-align={align} onDoubleClick={open}>
      <span className={classes.text} dir="auto">
        {children}
      </span>
      <button ref={pencil} type="button" className={classes.pencil} aria-label={label} onClick={open}>
        <IconPencil size={14} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    </div>
  )
}

function Field(props: ComponentProps<typeof TextInput>) {
  return <TextInput ref={useFocusOnMount<HTMLInputElement>()} className={classes.field ?? ''} size="xs" {...props} />
}
