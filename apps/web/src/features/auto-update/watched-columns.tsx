import type { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { toDecimal } from '@omni/domain/money.ts'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import type { ReactNode } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import { editorHref } from '../../product-cards/editor-address.ts'
import classes from './auto-update.module.css'

export type WatchedRow = Out<typeof autoUpdateCalls.listWatched>['items'][number]
type Actions = (row: WatchedRow) => ReactNode

const UNKNOWN = '—'
const ASKED: Record<NonNullable<NonNullable<WatchedRow['note']>['why']>, TextKey> = {
  ask: 'auto_update.asked_ask',
  pinned: 'auto_update.asked_pinned',
  no_price: 'auto_update.asked_no_price',
  too_often: 'auto_update.asked_too_often',
}

/** What the rule did last, in a sentence; null: nothing yet. */
function didText({ note, currency }: WatchedRow, { t, money }: CardShow): string | null {
  if (!note) return null
  const amounts = (pair: readonly [number, number] | undefined, of: string) => ({
    before: pair ? money(pair[0], of).text : UNKNOWN,
    after: pair ? money(pair[1], of).text : UNKNOWN,
  })
  if (note.kind === 'price_changed')
    return t(note.rule === 'keep_margin' ? 'auto_update.did_keep_margin' : 'auto_update.did_apply_rule', {
      ...amounts(note.price, currency),
    })
  if (note.kind === 'price_asked') return t(ASKED[note.why ?? 'ask'], amounts(note.cost, 'USD'))
  if (note.kind === 'sold_out') return t('auto_update.note_sold_out')
  return t(note.kind === 'gone' ? 'auto_update.note_gone' : 'auto_update.note_back')
}

function Title({ row, show }: { row: WatchedRow; show: CardShow }) {
  return (
    <span className={classes.product}>
      <LazyImage src={row.image} alt="" size={40} />
      <span className={classes.words}>
        <AppLink className={classes.name} href={editorHref('center', row.product_id)} dir="auto">
          {row.title}
        </AppLink>
        <Age row={row} show={show} />
      </span>
    </span>
  )
}

/** How old the figures are. */
function Age({ row: { read_at, hot }, show: { t, format } }: { row: WatchedRow; show: CardShow }) {
  if (read_at === null) return <span className={classes.meta}>{t('auto_update.never_read')}</span>
  return (
    <time className={classes.meta} dateTime={read_at} title={format.date(read_at)}>
      {t('auto_update.read_ago', { ago: format.ago(read_at) })}
      {hot ? ` · ${t('auto_update.hot')}` : ''}
    </time>
  )
}

function State({ row, show: { t, format } }: { row: WatchedRow; show: CardShow }) {
  if (row.paused) return <StatusDot tone="grey">{t('auto_update.state_paused')}</StatusDot>
  if (row.off_shelf) return <StatusDot tone="amber">{t('auto_update.off_shelf')}</StatusDot>
  const parts = [
    row.sold_out > 0 ? `${t('auto_update.state_sold_out')} ${format.number(row.sold_out)}` : null,
    row.waiting > 0 ? `${t('auto_update.state_waiting')} ${format.number(row.waiting)}` : null,
    row.pinned > 0 ? `${t('auto_update.state_pinned')} ${format.number(row.pinned)}` : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return <StatusDot tone="green">{t('auto_update.follows')}</StatusDot>
  return <StatusDot tone={row.sold_out > 0 ? 'red' : 'amber'}>{parts.join(' · ')}</StatusDot>
}

function Did({ row, show }: { row: WatchedRow; show: CardShow }) {
  const text = didText(row, show)
  if (text === null || row.recorded_at === null) return <span className={classes.meta}>{UNKNOWN}</span>
  return (
    <span className={classes.did}>
      {text}
      <time className={classes.meta} dateTime={row.recorded_at} title={show.format.date(row.recorded_at)}>
        {show.format.ago(row.recorded_at)}
      </time>
    </span>
  )
}

const range = (low: number, high: number, currency: string, { money }: CardShow): string =>
  low === high ? money(low, currency).text : `${money(low, currency).text} – ${money(high, currency).text}`

export function watchedColumns(show: CardShow, actions: Actions) {
  const { t, format } = show
  return {
    title: {
      title: t('product_center.product'),
      fixed: true,
      csv: ({ title }) => title,
      cell: (row) => <Title row={row} show={show} />,
    },
    state: {
      title: t('listings.state'),
      csv: ({ paused, pinned, waiting, sold_out }) => `${paused ? 'paused' : ''} ${pinned}/${waiting}/${sold_out}`,
      cell: (row) => (
        <span className={classes.state}>
          <State row={row} show={show} />
        </span>
      ),
    },
    did: {
      title: t('auto_update.did'),
      csv: (row) => didText(row, show) ?? '',
      cell: (row) => <Did row={row} show={show} />,
    },
    cost: {
      title: t('product_center.cost'),
      align: 'end',
      startsHidden: true, // what the rule did names it
      csv: ({ cost_min }) => toDecimal(cost_min, 'USD'),
      cell: ({ cost_min, cost_max }) => <bdi className={classes.amount}>{range(cost_min, cost_max, 'USD', show)}</bdi>,
    },
    price: {
      title: t('product_center.price'),
      align: 'end',
      csv: ({ price_min, currency }) => toDecimal(price_min, currency),
      cell: ({ price_min, price_max, currency }) => (
        <bdi className={classes.amount}>{range(price_min, price_max, currency, show)}</bdi>
      ),
    },
    margin: {
      title: t('product_center.margin'),
      align: 'end',
      csv: ({ margin }) => String(margin ?? ''),
      cell: ({ margin }) => (margin === null ? UNKNOWN : <bdi>{format.percent(margin)}</bdi>),
    },
    stock: {
      title: t('product_center.stock'),
      align: 'end',
      csv: ({ stock }) => String(stock ?? ''),
      cell: ({ stock }) => (stock === null ? UNKNOWN : format.number(stock)),
    },
    act: { title: t('table.actions'), titleHidden: true, fixed: true, align: 'end', cell: actions },
  } satisfies Columns<WatchedRow>
}

/** One row on a phone. */
export const watchedCard =
  (show: CardShow, actions: Actions) =>
  // A render function, not a component: the table calls it for each row.
  (row: WatchedRow) => (
    <div className={classes.card}>
      <Title row={row} show={show} />
      <State row={row} show={show} />
      <Did row={row} show={show} />
      <div className={classes.cardFoot}>
        <bdi>{range(row.price_min, row.price_max, row.currency, show)}</bdi>
        {actions(row)}
      </div>
    </div>
  )
