import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { BrokenDrawing } from './drawing-frame.tsx'
import classes from './empty-state.module.css'
import { useUiText } from './ui-text.tsx'

interface ErrorStateProps {
  /** What happened. */
  title: string
  /** Why, and what is safe. */
  text?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  /** A second way out next to the retry. */
  action?: ReactNode
}

export function ErrorState({ title, text, onRetry, retrying = false, action }: ErrorStateProps) {
  const words = useUiText()
  return (
    <div className={classes.state} role="alert">
      <BrokenDrawing />
      <p className={classes.title}>{title}</p>
      {text ? <p className={classes.text}>{text}</p> : null}
      <div className={classes.actions}>
        {onRetry ? (
          <Button onClick={onRetry} loading={retrying}>
            {words.retry}
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  )
}
