import type { ReactNode } from 'react'
import classes from './status-dot.module.css'

export type Tone = 'green' | 'red' | 'amber' | 'grey' | 'accent'

/** A colour is never alone: the dot always has its word. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-tone={tone} />
      {children}
    </span>
  )
}
