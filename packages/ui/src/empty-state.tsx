import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawings.tsx'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  drawing?: DrawingName
  title: string
  text?: ReactNode
  /** One button: the next step. */
  action?: ReactNode
  /** For a card among others, not a whole list. */
  compact?: boolean
}

/** One drawing, one sentence, one button (look 14-list-states). */
export function EmptyState({ drawing = 'box', title, text, action, compact = false }: EmptyStateProps) {
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      <Drawing name={drawing} />
      <p className={classes.title}>{title}</p>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action ? <div className={classes.actions}>{action}</div> : null}
    </div>
  )
}
