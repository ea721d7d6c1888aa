import { Button } from '@mantine/core'
import { DataTable, type DataTableProps } from '@omni/ui/data-table.tsx'
import type { DrawingName } from '@omni/ui/drawings.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { type ReactNode, useState } from 'react'
import { type TextKey, useT } from './i18n.ts'
import type { List } from './list.ts'
import { ReadFailed } from './read-failed.tsx'
import classes from './list-screen.module.css'

interface RowSelection {
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
  /** When more is selected than is loaded. */
  count?: number
}

/** What is selected among the rows that are loaded; `chosen` are those of it that the list still shows. */
export function useRowSelection<R>(rows: readonly R[] | undefined, rowKey: (row: R) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    selection: { keys, onChange: setKeys },
    chosen: (rows ?? []).filter((row) => keys.has(rowKey(row))),
    clear: () => setKeys(new Set()),
  }
}

interface NothingFound {
  title: TextKey
  text?: TextKey
  drawing?: DrawingName
  /** Takes every filter off. */
  onClear: () => void
  clear?: TextKey
  /** A way to more, before the filters are given up. */
  wider?: ReactNode
}

interface ListScreenProps<R> extends Pick<
  DataTableProps<R>,
  | 'name'
  | 'storageKey'
  | 'allRows'
  | 'rowKey'
  | 'columns'
  | 'card'
  | 'sort'
  | 'onSort'
  | 'onOpen'
  | 'isMarked'
  | 'toolbar'
  | 'notice'
  | 'bulk'
> {
  list: List<R>
  /** What happened when it could not be read. */
  failed: TextKey
  /** The same of a further page. */
  moreFailed?: TextKey
  /** There is nothing yet: what to do next. */
  nothingYet: ReactNode
  /** Filters are on: what is said when nothing matches them. */
  nothingFound?: NothingFound | false
  selection?: RowSelection
  /** How further pages come where it is not both: by themselves at the end of the list, or by its button. */
  more?: 'at_end' | 'by_button'
}

/** The frame of every list: loading, nothing yet, nothing found, a failure with its retry, further pages, selection. */
export function ListScreen<R>(props: ListScreenProps<R>) {
  const { list, failed, moreFailed, nothingYet, nothingFound, selection, more, ...table } = props
  const rows = list.data?.rows
  const stopped = list.isFetchNextPageError
  // A page that is on its way is not asked for again: that would begin it anew.
  const atEnd = more !== 'by_button' && list.hasNextPage && !stopped && !list.isFetchingNextPage
  return (
    <DataTable
      {...table}
      rows={rows}
      empty={nothingFound ? <NothingFoundState {...nothingFound} /> : nothingYet}
      error={list.isError && !rows ? <ReadFailed reading={list} title={failed} /> : undefined}
      {...(selection && { selected: selection.keys, onSelected: selection.onChange, selectedCount: selection.count })}
      onEnd={atEnd ? () => void list.fetchNextPage() : undefined}
      footer={
        list.hasNextPage && (more !== 'at_end' || stopped) ? (
          <MoreButton list={list} failed={moreFailed} className={classes.more} />
        ) : null
      }
    />
  )
}

function NothingFoundState({ title, text, drawing, onClear, clear = 'filters.clear_all', wider }: NothingFound) {
  const t = useT()
  return (
    <EmptyState
      {...(drawing && { drawing })}
      title={t(title)}
      text={text && t(text)}
      action={
        <>
          {wider}
          <Button variant="default" onClick={onClear}>
            {t(clear)}
          </Button>
        </>
      }
    />
  )
}

interface MoreButtonProps {
  list: List<unknown>
  failed?: TextKey | undefined
  className: string | undefined
}

function MoreButton({ list, failed, className }: MoreButtonProps) {
  const t = useT()
  return (
    <div className={className}>
      {failed && list.isFetchNextPageError ? (
        <p className={classes.failed} role="alert">
          {t(failed)}
        </p>
      ) : null}
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('table.more')}
      </Button>
    </div>
  )
}

interface ListRowsProps<R> {
  list: List<R>
  failed: TextKey
  loading: ReactNode
  nothingYet: ReactNode
  /** Around the button for further rows. */
  moreClass: string | undefined
  children: (rows: readonly R[]) => ReactNode
}

/** The same frame for a short list in a card or a panel, whose rows are no table. */
export function ListRows<R>({ list, failed, loading, nothingYet, moreClass, children }: ListRowsProps<R>) {
  const rows = list.data?.rows
  if (!rows) return list.isError ? <ReadFailed reading={list} title={failed} /> : loading
  return (
    <>
      {rows.length === 0 ? nothingYet : children(rows)}
      {list.hasNextPage ? <MoreButton list={list} className={moreClass} /> : null}
    </>
  )
}
