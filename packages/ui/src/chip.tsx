import type { ReactNode } from 'react'
import classes from './chip.module.css'

interface ChipProps {
  active: boolean
  count?: string | undefined
  onClick: () => void
  children: ReactNode
}

/** A filter that is on or off; 30 px (look/README.md). */
export function Chip({ active, count, onClick, children }: ChipProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={active} onClick={onClick}>
      {children}
      {count === undefined ? null : <span className={classes.count}>{count}</span>}
    </button>
  )
}

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.row} aria-label={label}>
      {children}
    </fieldset>
  )
}
