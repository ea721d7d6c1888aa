import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './auth-form.module.css'

/** What went wrong or right with the whole form, with its next step. Announced when it appears. */
export function Notice({
  kind = 'problem',
  children,
  action,
}: {
  kind?: 'problem' | 'done'
  children: ReactNode
  action?: ReactNode
}) {
  const Icon = kind === 'done' ? IconCircleCheck : IconAlertTriangle
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'done' ? 'status' : 'alert'}>
      <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <div className={classes.noticeWords}>
        {children}
        {action ? <div className={classes.noticeAction}>{action}</div> : null}
      </div>
    </div>
  )
}
