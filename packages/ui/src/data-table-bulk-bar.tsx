import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { useUiText } from './ui-text.tsx'

/** Dark in both schemes, floating above the page's end; its buttons act on what is selected. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  const words = useUiText()
  return (
    <div className={classes.bulk} role="toolbar" data-bulk-bar aria-label={words.selected(count)}>
      <span className={classes.bulkCount} aria-live="polite">
        {words.selected(count)}
      </span>
      <div className={classes.bulkActions}>{children}</div>
      <CloseButton className={classes.bulkClear ?? ''} size={28} aria-label={words.clearSelection} onClick={onClear} />
    </div>
  )
}
