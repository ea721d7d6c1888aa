import { ActionIcon } from '@mantine/core'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconCopy } from '@tabler/icons-react'
import { toast } from '../../platform/toasts.tsx'
import type { CardShow } from '../../product-cards/card-show.ts'
import { type ParcelRow, STATUSES } from './parcel-texts.ts'
import classes from './parcels.module.css'

const UNKNOWN = '—'

export const copyText = async (text: string, said: string) => {
  await navigator.clipboard.writeText(text)
  toast('success', said)
}

const piecesOf = ({ items }: ParcelRow) => items.reduce((sum, { quantity }) => sum + quantity, 0)
const dateOf = ({ delivered_at, expected_to }: ParcelRow) => delivered_at ?? expected_to
const isLate = ({ delivered_at, expected_to }: ParcelRow, now: number) =>
  delivered_at === null && expected_to !== null && Date.parse(expected_to) < now

function Tracking({ row, show: { t }, onOpen }: { row: ParcelRow; show: CardShow; onOpen: (row: ParcelRow) => void }) {
  return (
    <span className={classes.tracking}>
      <button type="button" className={classes.number} dir="ltr" onClick={() => onOpen(row)}>
        {row.tracking_number}
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('parcels.copy', { number: row.tracking_number })}
        onClick={() => void copyText(row.tracking_number, t('parcels.copied'))}
      >
        <IconCopy size={16} stroke={ICON_STROKE} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}

function Items({ row, show: { t } }: { row: ParcelRow; show: CardShow }) {
  const [first] = row.items
  return (
    <span className={classes.items}>
      <LazyImage src={first?.image ?? null} alt="" size={40} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          {first?.title ?? UNKNOWN}
        </span>
        <span className={classes.meta}>{t('orders.pieces', { count: piecesOf(row) })}</span>
      </span>
    </span>
  )
}

function Latest({ row, show: { format } }: { row: ParcelRow; show: CardShow }) {
  if (row.latest_text === '') return UNKNOWN
  return (
    <span className={classes.words}>
      <span className={classes.title} dir="auto">
        {[row.latest_text, row.latest_place].filter(Boolean).join(', ')}
      </span>
      {row.latest_at === null ? null : (
        <time className={classes.meta} dateTime={row.latest_at} title={format.date(row.latest_at)}>
          {format.ago(row.latest_at)}
        </time>
      )}
    </span>
  )
}

const Status = ({ row, show: { t } }: { row: ParcelRow; show: CardShow }) => (
  <span className={classes.status}>
    <StatusDot tone={STATUSES[row.status].tone}>{t(STATUSES[row.status].text)}</StatusDot>
  </span>
)

function Delivery({ row, show: { format }, now }: { row: ParcelRow; show: CardShow; now: number }) {
  const date = dateOf(row)
  if (date === null) return UNKNOWN
  return (
    <time dateTime={date} data-late={isLate(row, now) || undefined} className={classes.delivery}>
      {format.date(date, 'day')}
    </time>
  )
}

interface Opens {
  onOpen: (row: ParcelRow) => void
  onOpenOrder: (order_id: string) => void
  now: number
}

/** Orders spec §2, shipment: tracking no, order id, items, carrier, delivery date, status, latest event, action. */
export function parcelColumns(show: CardShow, { onOpen, onOpenOrder, now }: Opens) {
  const { t } = show
  return {
    tracking: {
      title: t('parcels.number'),
      fixed: true,
      csv: ({ tracking_number }) => tracking_number,
      cell: (row) => <Tracking row={row} show={show} onOpen={onOpen} />,
    },
    order: {
      title: t('orders.order'),
      csv: ({ order_number }) => order_number,
      cell: (row) => (
        <button type="button" className={classes.number} dir="auto" onClick={() => onOpenOrder(row.order_id)}>
          {row.order_number}
        </button>
      ),
    },
    items: {
      title: t('orders.items'),
      csv: ({ items }) => items.map(({ title, quantity }) => `${quantity} × ${title}`).join('; '),
      cell: (row) => <Items row={row} show={show} />,
    },
    carrier: {
      title: t('parcels.carrier'),
      csv: ({ carrier }) => carrier,
      cell: ({ carrier }) => <span dir="auto">{carrier || UNKNOWN}</span>,
    },
    status: {
      title: t('parcels.status'),
      csv: ({ status }) => t(STATUSES[status].text),
      cell: (row) => <Status row={row} show={show} />,
    },
    latest: {
      title: t('parcels.latest'),
      csv: ({ latest_text, latest_place, latest_at }) =>
        [latest_at, latest_text, latest_place].filter(Boolean).join(' · '),
      cell: (row) => <Latest row={row} show={show} />,
    },
    delivery: {
      title: t('parcels.delivery'),
      align: 'end',
      csv: (row) => dateOf(row) ?? '',
      cell: (row) => <Delivery row={row} show={show} now={now} />,
    },
  } satisfies Columns<ParcelRow>
}

export const parcelCard =
  (show: CardShow, { onOpen, now }: Opens) =>
  (row: ParcelRow) => (
    <div className={classes.card}>
      <Tracking row={row} show={show} onOpen={onOpen} />
      <Status row={row} show={show} />
      <Latest row={row} show={show} />
      <span className={classes.meta}>
        {[row.order_number, row.carrier].filter(Boolean).join(' · ')} <Delivery row={row} show={show} now={now} />
      </span>
    </div>
  )
