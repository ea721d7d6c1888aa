import { Skeleton } from '@mantine/core'
import classes from './shell.module.css'

/** The shell's outline while the account is asked for; same measures, so nothing moves afterwards. */
export function ShellSkeleton() {
  return (
    <div className={classes.shell} aria-hidden="true">
      <div className={classes.skeletonSide}><Skeleton height={24} width={140} /></div>
      <div className={classes.column}>
        <div className={classes.skeletonTop} />
        <div className={classes.skeletonBody}>
          <Skeleton height={28} width={240} />
          <Skeleton height={140} radius="lg" />
          <Skeleton height={220} radius="lg" />
        </div>
      </div>
    </div>
  )
}
