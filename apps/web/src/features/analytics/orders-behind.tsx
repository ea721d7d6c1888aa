import { Button } from '@mantine/core'
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { query, queryClient, useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { figureColumns, RowProfit, type ShowFigures, useShowFigures } from './figure-columns.tsx'
import classes from './analytics.module.css'

type Input = CallInput<typeof analyticsCalls.getAnalysesPreview>
type Item = Out<typeof analyticsCalls.getAnalysesPreview>['items'][number]

const PAGE_SIZE = 25 // orders spec §9
const FILE_PAGE = 100

interface OrdersBehindProps {
  title: string
  currency: string
  /** Which figure. */
  input: Input
  onClose: () => void
}

/** The orders that a figure is made of, and their sum: the figure. */
export function OrdersBehind({ title, currency, input, onClose }: OrdersBehindProps) {
  const show = useShowFigures(currency)
  const { t, money, format } = show
  const [page, setPage] = useState(1)
  const wanted = { ...input, page, page_size: PAGE_SIZE }
  const reading = useCall(analyticsCalls.getAnalysesPreview, wanted, { quiet: true, keep: true })
  const { data } = reading
  const sum = data && {
    count: data.total,
    revenue: money(data.sum.revenue, currency).text,
    profit: money(data.sum.profit, currency).text,
  }
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE)
  return (
    <SidePanel opened onClose={onClose} title={title} description={sum ? t('analytics.behind', sum) : undefined}>
      <DataTable
        name={title}
        storageKey="analytics-orders"
        rows={data?.items}
        allRows={() => allOrders(input)}
        rowKey={({ order_id }) => order_id}
        columns={columnsFor(show)}
        card={cardWith(show)}
        empty={<EmptyState compact drawing="box" title={t('analytics.empty_rows')} />}
        error={reading.isError ? <ReadFailed reading={reading} title="analytics.failed" /> : undefined}
        footer={
          pages > 1 ? (
            <div className={classes.pages}>
              <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('analytics.newer')}
              </Button>
              <span>{t('analytics.page', { page: format.number(page), pages: format.number(pages) })}</span>
              <Button variant="default" size="xs" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                {t('analytics.older')}
              </Button>
            </div>
          ) : null
        }
      />
    </SidePanel>
  )
}

const hrefOf = ({ order_id }: Item) => `/app/orders?order=${order_id}`

function columnsFor(show: ShowFigures) {
  const { t, format } = show
  return {
    number: {
      title: t('analytics.order'),
      fixed: true,
      csv: ({ number }) => number,
      cell: (row) => (
        <AppLink href={hrefOf(row)} className={classes.order}>
          {row.number}
        </AppLink>
      ),
    },
    day: {
      title: t('analytics.by_day'),
      width: 90,
      csv: ({ ordered_at }) => ordered_at,
      cell: ({ day }) => format.date(`${day}T12:00:00Z`, 'dayMonth'),
    },
    ...figureColumns<Item>(show),
  } satisfies Columns<Item>
}

const cardWith =
  ({ format, currency }: ShowFigures) =>
  (row: Item) => (
    <AppLink href={hrefOf(row)} className={classes.cardRow}>
      <span className={classes.cardName}>{row.number}</span>
      <span className={classes.cardProfit}>
        <RowProfit row={row} currency={currency} />
      </span>
      <span className={classes.cardMore}>{format.date(`${row.day}T12:00:00Z`, 'day')}</span>
    </AppLink>
  )

/** Everything behind the figure, for the file; null after a failure, which says itself what it was. */
async function allOrders(input: Input): Promise<Item[] | null> {
  const all: Item[] = []
  try {
    for (let page = 1; ; page++) {
      const some = query(analyticsCalls.getAnalysesPreview, { ...input, page, page_size: FILE_PAGE })
      const { items, total } = await queryClient.fetchQuery(some)
      all.push(...items)
      if (items.length < FILE_PAGE || all.length >= total) return all
    }
  } catch {
    return null
  }
}
