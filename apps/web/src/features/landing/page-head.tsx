import type { ReactNode } from 'react'
import classes from './page-head.module.css'

export function PageHead({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {children ? <div className={classes.extra}>{children}</div> : null}
    </div>
  )
}
