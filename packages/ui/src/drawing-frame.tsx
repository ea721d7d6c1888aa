import type { ReactNode } from 'react'
import classes from './drawings.module.css'

/** The sheet every drawing stands on. */
export function DrawingFrame({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 96" width="120" height="96" aria-hidden="true">
      <ellipse className={classes.floor} cx="60" cy="90" rx="46" ry="5" />
      {children}
    </svg>
  )
}

/** Apart from the others: every page carries its error state, but few an empty one. */
export function BrokenDrawing() {
  return (
    <DrawingFrame>
      <rect className={classes.line} x="16" y="30" width="34" height="40" rx="6" />
      <rect className={classes.line} x="70" y="30" width="34" height="40" rx="6" />
      <path className={classes.line} d="M24 42h18M24 50h18M24 58h10M78 42h18M78 50h18M78 58h10" />
      <path className={classes.bad} d="M51 50h6M63 50h6M57 42l6 16" />
    </DrawingFrame>
  )
}
