import { Button, CloseButton, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './confirm-dialog.module.css'
import { useUiText } from './ui-text.tsx'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, and what cannot be taken back. */
  text: ReactNode
  confirm: string
  danger?: boolean
  loading?: boolean
  /** When given, the name has to be typed before the button works. */
  typeName?: string
  /** Further fields, a password for example. */
  children?: ReactNode
  ready?: boolean
  onConfirm: (typed: string) => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title } = props
  return (
    <Modal.Root classNames={{ content: classes.content ?? '' }} opened={opened} onClose={onClose} size={440} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <ConfirmForm {...props} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Its own component, so that what was typed is gone when the dialog opens again. */
function ConfirmForm(props: ConfirmDialogProps) {
  const {
    onClose,
    title,
    text,
    confirm,
    danger = false,
    loading = false,
    typeName,
    children,
    ready = true,
    onConfirm,
  } = props
  const words = useUiText()
  const [typed, setTyped] = useState('')
  const mayConfirm = ready && (typeName === undefined || typed.trim() === typeName.trim())
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (mayConfirm) onConfirm(typed)
      }}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <CloseButton size={32} aria-label={words.close} onClick={onClose} />
      </div>
      <div className={classes.text}>{text}</div>
      {children}
      {typeName === undefined ? null : (
        <TextInput
          data-autofocus
          label={words.typeToConfirm(typeName)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" {...(danger ? { color: 'red' } : {})} loading={loading} disabled={!mayConfirm}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
