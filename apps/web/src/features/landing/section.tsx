import type { ReactNode } from 'react'
import classes from './section.module.css'

interface SectionProps {
  id?: string
  title: string
  text?: ReactNode
  children: ReactNode
}

/** One band of a public page: heading, one sentence, content on 1120. */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section id={id} className={classes.section}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {text ? <p className={classes.text}>{text}</p> : null}
      </div>
      {children}
    </section>
  )
}
