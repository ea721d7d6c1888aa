/* oxlint-disable react/incompatible-library -- the virtualizer keeps its own state; nothing here is memoised by it */
import { Checkbox, VisuallyHidden } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { type Columns, keyed, type KeyedColumn, type Sort } from './data-table-column.ts'
import { BulkBar } from './data-table-bulk-bar.tsx'
import { SkeletonRows } from './data-table-skeleton.tsx'
import { TableTools } from './data-table-tools.tsx'
import classes from './data-table.module.css'
import { EndMark } from './end-mark.tsx'
import { MOBILE_QUERY, ROW_HEIGHT } from './measures.ts'
import { useUiText } from './ui-text.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Shorter tables are drawn whole: the browser's own search finds every row. */
const WINDOW_FROM = 200
/** Drawn above and below the view, so that a fast scroll meets rows and not an empty frame. */
const SPARE_ROWS = 30

export interface DataTableProps<R> {
  /** What the table lists, for screen readers and the CSV's name. */
  name: string
  rows: readonly R[] | undefined
  /** Where not everything is loaded: the whole list, for the CSV; null when it could not be had. */
  allRows?: () => Promise<readonly R[] | null>
  rowKey: (row: R) => string
  columns: Columns<R>
  /** Shown instead of the rows: an EmptyState, an ErrorState. */
  empty: ReactNode
  error?: ReactNode
  sort?: Sort
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<string>
  onSelected?: (selected: ReadonlySet<string>) => void
  /** When more is selected than is loaded: what the dark bar counts. */
  selectedCount?: number | undefined
  /** Buttons of the dark bar while something is selected. */
  bulk?: ReactNode
  onOpen?: (row: R) => void
  /** Filters at the start of the toolbar; `false`: no toolbar at all. */
  toolbar?: ReactNode
  /** A sentence between toolbar and rows. */
  notice?: ReactNode
  /** The last row comes near: load more. */
  onEnd?: (() => void) | undefined
  footer?: ReactNode
  /** One row as a card, below the phone switch. */
  card?: (row: R) => ReactNode
  /** Where hidden columns are remembered. */
  storageKey: string
  isMarked?: (row: R) => boolean
}

/** The work table (look 05, 10, 14): sticky head, sort, selection with a bulk bar, J/K/X, columns to hide, CSV. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { name, rows, rowKey, empty, error, sort, onSort, selected, onSelected, bulk, onOpen, toolbar } = props
  const { footer, card, storageKey, allRows, isMarked, selectedCount, notice, onEnd } = props
  const columns = keyed(props.columns)
  const words = useUiText()
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `omni.columns.${storageKey}`,
    defaultValue: columns.filter((column) => column.startsHidden).map((column) => column.key),
  })
  const shown = columns.filter((column) => column.fixed || !hidden.includes(column.key))
  const body = useRef<HTMLTableSectionElement>(null)
  const frame = useRef<HTMLElement>(null)
  const total = rows?.length ?? 0
  const windowed = total > WINDOW_FROM
  const rowWindow = useVirtualizer({
    count: total,
    enabled: windowed,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: SPARE_ROWS,
    scrollPaddingStart: ROW_HEIGHT, // the titles stay above the rows
  })
  const drawn = rowWindow.getVirtualItems()
  const from = windowed ? (drawn[0]?.index ?? 0) : 0
  const to = windowed ? (drawn.at(-1)?.index ?? -1) + 1 : total

  const toggle = useCallback(
    (key: string) => {
      if (!selected || !onSelected) return
      const next = new Set(selected)
      if (!next.delete(key)) next.add(key)
      onSelected(next)
    },
    [selected, onSelected],
  )

  const at = (index: number) => rows?.[index]
  const cursor = useRowKeys({
    count: total,
    onSelect: (index) => {
      const row = at(index)
      if (row !== undefined) toggle(rowKey(row))
    },
    onOpen: (index) => {
      const row = at(index)
      if (row !== undefined) onOpen?.(row)
    },
  })
  useEffect(() => {
    if (cursor < 0) return
    const row = body.current?.querySelector(`[data-row="${cursor}"]`)
    // A row far away is not drawn yet.
    if (row) row.scrollIntoView({ block: 'nearest' })
    else rowWindow.scrollToIndex(cursor)
  }, [cursor, rowWindow])

  const count = selected?.size ?? 0
  const allSelected = rows !== undefined && rows.length > 0 && count >= rows.length
  const selectAll = () => onSelected?.(allSelected ? new Set() : new Set(rows?.map(rowKey)))

  const state = error ?? (rows?.length === 0 ? empty : null)
  const tickBox = (row: R) => (
    <Checkbox
      aria-label={words.selectRow}
      checked={selected?.has(rowKey(row)) ?? false}
      onChange={() => toggle(rowKey(row))}
    />
  )
  return (
    <div className={classes.frame} data-bulk={count > 0 || undefined}>
      {toolbar === false ? null : (
        <div className={classes.toolbar}>
          <div className={classes.filters}>{toolbar}</div>
          <TableTools {...{ name, rows, allRows, columns, hidden }} onHidden={setHidden} />
        </div>
      )}
      {notice ? <div className={classes.notice}>{notice}</div> : null}
      {state ? <div className={classes.state}>{state}</div> : null}
      {!state && mobile && card ? (
        <ul className={classes.cards} aria-label={name}>
          {rows?.map((row) => (
            <li key={rowKey(row)} className={classes.cardRow} data-marked={isMarked?.(row) || undefined}>
              {selected ? tickBox(row) : null}
              <div className={classes.cardBody}>{card(row)}</div>
            </li>
          )) ?? <SkeletonRows as="cards" columns={3} selectable={selected !== undefined} />}
        </ul>
      ) : null}
      {!state && !(mobile && card) ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
        <section ref={frame} className={classes.scroll} tabIndex={0} aria-label={name}>
          <table className={classes.table} aria-rowcount={rows ? rows.length + 1 : undefined}>
            <thead>
              <tr>
                {selected ? (
                  <th className={classes.tick}>
                    <Checkbox
                      aria-label={words.selectAll}
                      checked={allSelected}
                      indeterminate={count > 0 && !allSelected}
                      onChange={selectAll}
                      disabled={!rows}
                    />
                  </th>
                ) : null}
                {shown.map((column) => (
                  <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody ref={body} aria-busy={rows === undefined}>
              {rows === undefined ? (
                <SkeletonRows as="rows" columns={shown.length} selectable={selected !== undefined} />
              ) : null}
              <Gap rows={from} />
              {rows?.slice(from, to).map((row, place) => (
                <tr
                  key={rowKey(row)}
                  data-row={from + place}
                  aria-rowindex={from + place + 2}
                  data-cursor={from + place === cursor || undefined}
                  data-marked={isMarked?.(row) || undefined}
                  data-selected={selected?.has(rowKey(row)) || undefined}
                >
                  {selected ? <td className={classes.tick}>{tickBox(row)}</td> : null}
                  {shown.map((column) => (
                    <td key={column.key} data-align={column.align}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
              <Gap rows={total - to} />
            </tbody>
          </table>
          {onEnd ? <EndMark onNear={onEnd} root={frame} /> : null}
        </section>
      ) : null}
      {!state && mobile && card && onEnd ? <EndMark onNear={onEnd} /> : null}
      {footer && !state ? <div className={classes.footer}>{footer}</div> : null}
      {count > 0 ? (
        <BulkBar count={selectedCount ?? count} onClear={() => onSelected?.(new Set())}>
          {bulk}
        </BulkBar>
      ) : null}
    </div>
  )
}

/** The room of the rows that are not drawn. */
const Gap = ({ rows }: { rows: number }) =>
  rows > 0 ? <tr aria-hidden="true" style={{ blockSize: rows * ROW_HEIGHT }} /> : null

interface HeadCellProps<R> {
  column: KeyedColumn<R>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeadCell<R>({ column, sort, onSort }: HeadCellProps<R>) {
  const words = useUiText()
  const active = sort?.key === column.key ? sort.direction : undefined
  const style = column.width ? { inlineSize: column.width } : undefined
  if (!column.sortable || !onSort)
    return (
      <th scope="col" data-align={column.align} style={style}>
        {column.titleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
      </th>
    )
  const Arrow = active === 'asc' ? IconChevronUp : active === 'desc' ? IconChevronDown : IconSelector
  return (
    <th
      scope="col"
      data-align={column.align}
      style={style}
      aria-sort={active === 'asc' ? 'ascending' : active === 'desc' ? 'descending' : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        aria-label={words.sortBy(column.title)}
        onClick={() => onSort({ key: column.key, direction: active === 'desc' ? 'asc' : 'desc' })}
      >
        {column.title}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  )
}
