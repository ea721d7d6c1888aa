import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  title?: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  /** Tables and lists reach the border themselves. */
  flush?: boolean
  id?: string
  children?: ReactNode
}

export function Card({ title, description, actions, footer, flush = false, id, children }: CardProps) {
  const head = title ?? actions
  return (
    <section className={classes.card} id={id}>
      {head ? (
        <div className={classes.head}>
          <div className={classes.words}>
            {title ? <h2 className={classes.title}>{title}</h2> : null}
            {description ? <p className={classes.description}>{description}</p> : null}
          </div>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </div>
      ) : null}
      {children ? (
        <div className={classes.body} data-flush={flush || undefined} data-headed={head ? true : undefined}>
          {children}
        </div>
      ) : null}
      {footer ? <div className={classes.footer}>{footer}</div> : null}
    </section>
  )
}
