import { Skeleton } from '@mantine/core'
import classes from './data-table.module.css'

const ROWS = [0, 1, 2, 3, 4, 5, 6]
const WIDTHS = ['62%', '48%', '70%', '55%', '44%', '62%', '52%']
/** Later rows fade, so nobody counts them. */
const fade = (row: number) => ({ opacity: 1 - row * 0.12 })

/** Rows of the true height, so nothing moves when the data arrives. */
export function SkeletonRows({
  as,
  columns,
  selectable,
}: {
  as: 'rows' | 'cards'
  columns: number
  selectable: boolean
}) {
  if (as === 'cards') {
    return ROWS.map((row) => (
      <li key={row} className={classes.cardRow} style={fade(row)} aria-hidden="true">
        <div className={classes.cardBody}>
          <Skeleton height={12} width={WIDTHS[row] ?? '60%'} />
          <Skeleton height={10} mt={8} width="40%" />
        </div>
      </li>
    ))
  }
  return ROWS.map((row) => (
    <tr key={row} style={fade(row)} aria-hidden="true">
      {selectable ? (
        <td className={classes.tick}>
          <Skeleton height={16} width={16} />
        </td>
      ) : null}
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={10} width={column === 0 ? (WIDTHS[row] ?? '60%') : '60%'} />
        </td>
      ))}
    </tr>
  ))
}
