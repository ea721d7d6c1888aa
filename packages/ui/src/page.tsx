import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageProps {
  title: string
  description?: ReactNode
  /** Buttons at the end of the head; one of them at most is filled. */
  actions?: ReactNode
  /** Keeps text lines readable on pages that are forms rather than tables. */
  width?: 'full' | 'narrow'
  /** What is open says it already: the title is for screen readers alone. */
  headless?: boolean
  children: ReactNode
}

/** The frame of every screen: head with title and actions, then content on the page's padding. */
export function Page({ title, description, actions, width = 'full', headless = false, children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      {headless ? (
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
      ) : (
        <header className={classes.head}>
          <div className={classes.words}>
            <h1 className={classes.title}>{title}</h1>
            {description ? <p className={classes.description}>{description}</p> : null}
          </div>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </header>
      )}
      {children}
    </div>
  )
}
