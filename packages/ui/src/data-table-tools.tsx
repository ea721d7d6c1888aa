import { ActionIcon, Checkbox, Popover } from '@mantine/core'
import { IconColumns3, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadCsv } from './csv.ts'
import type { KeyedColumn } from './data-table-column.ts'
import classes from './data-table.module.css'
import { ICON_STROKE } from './measures.ts'
import { useUiText } from './ui-text.tsx'

interface TableToolsProps<R> {
  name: string
  rows: readonly R[] | undefined
  allRows: (() => Promise<readonly R[] | null>) | undefined
  columns: readonly KeyedColumn<R>[]
  hidden: readonly string[]
  onHidden: (hidden: string[]) => void
}

/** Columns to hide, and the list as CSV. */
export function TableTools<R>({ name, rows, allRows, columns, hidden, onHidden }: TableToolsProps<R>) {
  const words = useUiText()
  const [writing, setWriting] = useState(false)
  const hideable = columns.filter((column) => !column.fixed)
  const written = columns.flatMap((column) => (column.csv ? [{ title: column.title, csv: column.csv }] : []))
  const exportRows = async () => {
    setWriting(true)
    const all = await (allRows ? allRows() : rows)
    setWriting(false)
    if (all)
      downloadCsv(name, [
        written.map((column) => column.title),
        ...all.map((row) => written.map((column) => column.csv(row))),
      ])
  }
  const flip = (key: string) =>
    onHidden(hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key])
  return (
    <div className={classes.tools}>
      {hideable.length > 0 ? (
        <Popover position="bottom-end">
          <Popover.Target>
            <ActionIcon className={classes.columns ?? ''} aria-label={words.columns} title={words.columns}>
              <IconColumns3 size={16} stroke={ICON_STROKE} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown className={classes.columnList ?? ''}>
            {hideable.map((column) => (
              <Checkbox
                key={column.key}
                label={column.title}
                checked={!hidden.includes(column.key)}
                onChange={() => flip(column.key)}
              />
            ))}
          </Popover.Dropdown>
        </Popover>
      ) : null}
      {written.length > 0 ? (
        <ActionIcon
          aria-label={words.exportCsv}
          title={words.exportCsv}
          onClick={() => void exportRows()}
          loading={writing}
          disabled={!rows || rows.length === 0}
        >
          <IconDownload size={16} stroke={ICON_STROKE} />
        </ActionIcon>
      ) : null}
    </div>
  )
}
