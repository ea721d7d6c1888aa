import { analyticsCalls, BREAKDOWNS } from '@omni/contracts/analytics.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import type { Columns, Sort } from '@omni/ui/data-table-column.ts'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { isVendorName } from '../../platform/vendor-names.ts'
import { query, queryClient } from '../../platform/query.ts'
import { type Analyses, type Breakdown, BREAKDOWN_TEXTS, rowName } from './analytics-texts.ts'
import { figureColumns, isUnknown, RowProfit, type ShowFigures, useShowFigures } from './figure-columns.tsx'
import classes from './analytics.module.css'

type Row = Analyses['rows'][number]

interface BreakdownProps {
  data: Analyses
  by: Breakdown
  input: CallInput<typeof analyticsCalls.getAnalyses>
  sort: Sort
  onBy: (by: Breakdown) => void
  onSort: (sort: Sort) => void
  onOpen: (key: string) => void
}

/** The figures of the period by one thing; a row opens the orders it is made of. */
export function BreakdownCard({ data, by, input, sort, onBy, onSort, onOpen }: BreakdownProps) {
  const show = useShowFigures(data.currency)
  const { t, format } = show
  const rows = by === 'day' ? dayRows(data, sort) : data.rows
  /** The whole table for its file. */
  const allRows = async (): Promise<readonly Row[] | null> => {
    if (by === 'day') return rows
    const whole = query(analyticsCalls.getAnalyses, { ...input, by, all: true })
    return (await queryClient.fetchQuery(whole).catch(() => null))?.rows ?? null
  }
  return (
    <DataTable
      key={by}
      name={`${t('analytics.title')} ${t(BREAKDOWN_TEXTS[by])}`}
      storageKey="analytics"
      rows={rows}
      allRows={allRows}
      rowKey={({ key }) => key}
      columns={columnsFor(show, by, onOpen)}
      sort={sort}
      onSort={onSort}
      onOpen={({ key }) => onOpen(key)}
      card={cardWith(show, by, onOpen)}
      toolbar={
        <ChipRow label={t('analytics.breakdown')}>
          {BREAKDOWNS.map((one) => (
            <Chip key={one} active={one === by} onClick={() => onBy(one)}>
              {t(BREAKDOWN_TEXTS[one])}
            </Chip>
          ))}
        </ChipRow>
      }
      notice={data.rows_left_off > 0 ? t('analytics.left_off', { n: format.number(data.rows_left_off) }) : undefined}
      empty={<EmptyState compact drawing="box" title={t('analytics.empty_rows')} />}
    />
  )
}

const nameOf = ({ t, format, locale }: ShowFigures, by: Breakdown, row: Row) =>
  by === 'day' ? format.date(`${row.key}T12:00:00Z`, 'day') : rowName(t, locale, by, row)

function columnsFor(show: ShowFigures, by: Breakdown, onOpen: (key: string) => void) {
  const { t, format } = show
  return {
    name: {
      title: t(BREAKDOWN_TEXTS[by]),
      fixed: true,
      csv: (row) => (by === 'day' ? row.key : nameOf(show, by, row)),
      cell: (row) => (
        <button type="button" className={classes.rowName} onClick={() => onOpen(row.key)}>
          {by === 'product' ? (
            <span className={classes.thumb}>{row.image ? <LazyImage src={row.image} alt="" /> : null}</span>
          ) : null}
          {by === 'supplier' && isVendorName(row.key) ? <VendorBadge vendor={row.key} label="" /> : null}
          <span>{nameOf(show, by, row)}</span>
        </button>
      ),
    },
    orders: {
      title: t('analytics.orders'),
      align: 'end',
      width: 80,
      sortable: true,
      csv: (row) => String(row.orders),
      cell: (row) => format.number(row.orders),
    },
    ...figureColumns<Row>(show),
  } satisfies Columns<Row>
}

const cardWith = (show: ShowFigures, by: Breakdown, onOpen: (key: string) => void) => (row: Row) => {
  const { t, money, format, currency } = show
  const margin = row.margin === null ? '–' : format.percent(row.margin)
  return (
    <button type="button" className={classes.cardRow} onClick={() => onOpen(row.key)}>
      <span className={classes.cardName}>{nameOf(show, by, row)}</span>
      <span className={classes.cardProfit}>
        <RowProfit row={row} currency={currency} />
      </span>
      <span className={classes.cardMore}>
        {t('analytics.card', { count: row.orders, revenue: money(row.revenue, currency).text, margin })}
      </span>
    </button>
  )
}

/** Newest first, unless a figure is sorted by. Days on which nothing was sold are left out. */
function dayRows({ days }: Analyses, { key, direction }: Sort): Row[] {
  const rows = days
    .filter(({ orders }) => orders > 0)
    .map(({ day, ...figures }) => ({ ...figures, key: day, title: '', image: null }))
    .toReversed()
  if (key === 'name') return rows
  const value = (row: Row) => Number(row[key as keyof Row] ?? 0) // the sortable columns are figures
  const last = (row: Row) => Number(key === 'profit' && isUnknown(row))
  return rows.toSorted((a, b) => last(a) - last(b) || (direction === 'asc' ? value(a) - value(b) : value(b) - value(a)))
}
