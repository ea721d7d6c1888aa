import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './fold.module.css'
import { ICON_STROKE } from './measures.ts'

interface FoldProps {
  title: string
  /** A figure or a word at the end of the head. */
  note?: ReactNode
  opened?: boolean
  onToggle?: (opened: boolean) => void
  children: ReactNode
}

/** A section that folds away. What is inside is drawn only while it is open. */
export function Fold({ title, note, opened: first = true, onToggle, children }: FoldProps) {
  const [opened, setOpened] = useState(first)
  const toggle = () => {
    setOpened(!opened)
    onToggle?.(!opened)
  }
  return (
    <section className={classes.fold}>
      <h2 className={classes.heading}>
        <button type="button" className={classes.head} aria-expanded={opened} onClick={toggle}>
          <span className={classes.title}>{title}</span>
          {note ? <span className={classes.note}>{note}</span> : null}
          <IconChevronDown className={classes.arrow} size={16} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </h2>
      {opened ? <div className={classes.body}>{children}</div> : null}
    </section>
  )
}
