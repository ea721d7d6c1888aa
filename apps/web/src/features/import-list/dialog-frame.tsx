import { CloseButton, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './import-list.module.css'

interface DialogFrameProps {
  title: string
  text: string
  onClose: () => void
  sum: ReactNode
  buttons: ReactNode
  children: ReactNode
}

export function DialogFrame({ title, text, onClose, sum, buttons, children }: DialogFrameProps) {
  const t = useT()
  return (
    <Modal.Root
      classNames={{ content: classes.content ?? '' }}
      opened
      onClose={onClose}
      size={760}
      centered
      closeOnClickOutside={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <div className={classes.frame}>
          <div className={classes.head}>
            <div>
              <h2 className={classes.title}>{title}</h2>
              <p className={classes.text}>{text}</p>
            </div>
            <CloseButton size={32} aria-label={t('actions.close')} onClick={onClose} />
          </div>
          <div className={classes.body}>{children}</div>
          <div className={classes.foot}>
            <span aria-live="polite">{sum}</span>
            <span className={classes.buttons}>{buttons}</span>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
