import { Skeleton } from '@mantine/core'
import classes from './rows-skeleton.module.css'

/** Two-line rows of the true height. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={11} width={`${64 - row * 8}%`} />
          <Skeleton height={9} width="38%" />
        </div>
      ))}
    </div>
  )
}
