import { VisuallyHidden } from '@mantine/core'
import { cancelReasonOf, isCancelReason } from '@omni/domain/orders/cancel-reasons.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { type Columns, pickColumns } from '@omni/ui/data-table-column.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconPencil } from '@tabler/icons-react'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import type { ListedStatus, OrderRow } from './order-filters.ts'
import { CANCEL_TEXTS } from '../refunds/refund-texts.ts'
import { OrderRowMenu } from './order-row-menu.tsx'
import { channelName, MARKERS, REASONS, SUBS } from './order-texts.ts'
import classes from './orders.module.css'

const UNKNOWN = '—'
const USD = 'USD'

/** What the lines of a row cost together, in US cents; null: nobody delivers one of them. */
const costOf = ({ lines }: OrderRow): number | null =>
  lines.some(({ cost }) => cost === null) ? null : lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0)

const sourcesOf = ({ lines }: OrderRow): string[] => [...new Set(lines.flatMap(({ sources }) => sources))]
const piecesOf = ({ lines }: OrderRow): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)
const placeOf = ({ city, country_code }: OrderRow) => [city, country_code].filter(Boolean).join(', ')

function Channel({ row, show: { t } }: { row: OrderRow; show: CardShow }) {
  if (isVendorName(row.channel)) return <VendorBadge vendor={row.channel} label={VENDOR_NAMES[row.channel]} size={18} />
  return (
    <>
      <VisuallyHidden>{t('orders.manual')}</VisuallyHidden>
      <IconPencil size={18} stroke={ICON_STROKE} aria-hidden="true" />
    </>
  )
}

type Open = (row: OrderRow) => void

/** The number opens the order: a click for whoever has no keyboard. */
function Number({ row, show, onOpen }: { row: OrderRow; show: CardShow; onOpen: Open }) {
  const marker = MARKERS[row.marker]
  return (
    <span className={classes.order}>
      <Channel row={row} show={show} />
      <span className={classes.words}>
        <span>
          <button type="button" className={classes.number} dir="auto" onClick={() => onOpen(row)}>
            {row.number}
          </button>{' '}
          <time className={classes.meta} dateTime={row.ordered_at} title={show.format.date(row.ordered_at)}>
            {show.format.ago(row.ordered_at)}
          </time>
        </span>
        {row.parts > 1 ? (
          <span className={classes.meta}>{show.t('orders.part_of', { no: row.part_no, n: row.parts })}</span>
        ) : null}
        {row.marker > 0 && marker ? <StatusDot tone={marker.tone}>{show.t(marker.text)}</StatusDot> : null}
      </span>
    </span>
  )
}

function Customer({ row }: { row: OrderRow }) {
  return (
    <span className={`${classes.words} ${classes.customer}`}>
      <span dir="auto">{row.customer_name || UNKNOWN}</span>
      <span className={classes.meta} dir="auto">
        {placeOf(row)}
      </span>
    </span>
  )
}

function Items({ row, show }: { row: OrderRow; show: CardShow }) {
  const [first] = row.lines
  return (
    <span className={classes.items}>
      <LazyImage src={first?.image ?? null} alt="" size={40} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          {first?.title ?? UNKNOWN}
        </span>
        <span className={classes.meta}>{show.t('orders.pieces', { count: piecesOf(row) })}</span>
      </span>
    </span>
  )
}

function Suppliers({ row, show: { t } }: { row: OrderRow; show: CardShow }) {
  const [reason] = row.reasons
  if (reason) return <StatusDot tone="amber">{t(REASONS[reason])}</StatusDot>
  const names = sourcesOf(row).filter(isVendorName)
  if (names.length === 0) return UNKNOWN
  return (
    <span className={classes.suppliers}>
      {names.map((source) => (
        <VendorBadge key={source} vendor={source} label={VENDOR_NAMES[source]} size={18} />
      ))}
      {names.length === 1 && names[0] ? VENDOR_NAMES[names[0]] : null}
    </span>
  )
}

const refundsOf = ({ source_orders }: OrderRow) =>
  source_orders.flatMap(({ refund_info, currency }) => (refund_info ? [{ ...refund_info, currency }] : []))
const refundText = (row: OrderRow, { money }: CardShow) =>
  refundsOf(row)
    .map(({ amount, currency }) => money(amount, currency).text)
    .join(', ')
/** What waits too long says so before what the supplier wrote. */
const refundNote = (row: OrderRow, { t }: CardShow) =>
  refundsOf(row)
    .flatMap(({ note, is_overdue }) => [is_overdue ? t('refunds.overdue') : '', note])
    .filter(Boolean)
    .join(' · ')

/** Why it was cancelled, by the channel or at the source, before what the seller noted. */
function cancelNote({ note, cancel_reason, source_orders }: OrderRow, { t }: CardShow): string {
  const asked = source_orders.flatMap(({ refund_info }) => refund_info?.cancel_reason ?? []).find(isCancelReason)
  const reason = asked ?? cancelReasonOf(cancel_reason)
  return [reason && t(CANCEL_TEXTS[reason]), note].filter(Boolean).join(' · ')
}

const sourceNo = ({ source_orders }: OrderRow) => source_orders.map(({ order_no }) => order_no ?? UNKNOWN).join(', ')

function allColumns(show: CardShow, onOpen: Open) {
  const { t, format } = show
  return {
    source_no: { title: t('orders.source_no'), csv: sourceNo, cell: (row) => sourceNo(row) || UNKNOWN },
    order: {
      title: t('orders.order'),
      fixed: true,
      csv: ({ number }) => number,
      cell: (row) => <Number row={row} show={show} onOpen={onOpen} />,
    },
    info: {
      title: t('orders.info'),
      csv: (row) => [row.customer_name, placeOf(row)].filter(Boolean).join(', '),
      cell: (row) => <Customer row={row} />,
    },
    items: {
      title: t('orders.items'),
      csv: ({ lines }) => lines.map(({ title, quantity }) => `${quantity} × ${title}`).join('; '),
      cell: (row) => <Items row={row} show={show} />,
    },
    supplier: {
      title: t('orders.supplier'),
      csv: (row) => sourcesOf(row).join(', '),
      cell: (row) => <Suppliers row={row} show={show} />,
    },
    price: {
      title: t('orders.price'),
      align: 'end',
      csv: ({ total, currency }) => toDecimal(total, currency),
      cell: ({ total, currency }) => {
        const { text, original } = show.money(total, currency)
        return <Money text={text} {...(original && { original })} />
      },
    },
    cost: {
      title: t('orders.cost'),
      align: 'end',
      csv: (row) => (costOf(row) === null ? '' : toDecimal(costOf(row) ?? 0, USD)),
      cell: (row) => (costOf(row) === null ? UNKNOWN : show.money(costOf(row), USD).text),
    },
    status: {
      title: t('orders.status'),
      csv: ({ sub_status }) => t(SUBS[sub_status]),
      cell: ({ sub_status }) => <StatusDot tone="accent">{t(SUBS[sub_status])}</StatusDot>,
    },
    channel: {
      title: t('orders.channel'),
      csv: ({ channel }) => channelName(t, channel),
      cell: ({ channel }) => channelName(t, channel),
    },
    refund_amount: {
      title: t('orders.refund_amount'),
      align: 'end',
      csv: (row) => refundText(row, show),
      cell: (row) => refundText(row, show) || UNKNOWN,
    },
    refund_updated: {
      title: t('orders.updated'),
      csv: (row) => refundsOf(row)[0]?.updated_at ?? '',
      cell: (row) => {
        const [newest] = refundsOf(row)
        return newest ? <time dateTime={newest.updated_at}>{format.ago(newest.updated_at)}</time> : UNKNOWN
      },
    },
    refund_note: {
      title: t('orders.note'),
      csv: (row) => refundNote(row, show),
      cell: (row) => <span dir="auto">{refundNote(row, show) || UNKNOWN}</span>,
    },
    note: {
      title: t('orders.note'),
      csv: (row) => cancelNote(row, show),
      cell: (row) => <span dir="auto">{cancelNote(row, show) || UNKNOWN}</span>,
    },
    action: {
      title: t('orders.actions'),
      titleHidden: true,
      fixed: true,
      align: 'end',
      cell: (row) => <OrderRowMenu row={row} show={show} onOpen={() => onOpen(row)} />,
    },
  } satisfies Columns<OrderRow>
}

/** Orders spec §2: columns per group. What a supplier asks for shipping is shown before placing, in its preview. */
const SHOWN: Record<ListedStatus, readonly (keyof ReturnType<typeof allColumns>)[]> = {
  placement: ['order', 'info', 'items', 'supplier', 'price', 'cost', 'action'],
  payment: ['source_no', 'order', 'status', 'items', 'cost'],
  cancelled: ['order', 'info', 'items', 'price', 'channel', 'note'],
  refund: ['source_no', 'order', 'info', 'items', 'refund_amount', 'status', 'refund_updated', 'refund_note'],
}

export const orderColumns = (show: CardShow, status: ListedStatus, onOpen: Open): Columns<OrderRow> =>
  pickColumns(allColumns(show, onOpen), SHOWN[status])

/** One row on a phone. */
export const orderCard =
  (show: CardShow, status: ListedStatus, onOpen: Open) =>
  // A render function, not a component: the table calls it for each row.
  (row: OrderRow) => {
    const { text } = show.money(row.total, row.currency)
    return (
      <div className={classes.card}>
        <div className={classes.cardHead}>
          <Number row={row} show={show} onOpen={onOpen} />
          {SHOWN[status].includes('action') ? <OrderRowMenu row={row} show={show} onOpen={() => onOpen(row)} /> : null}
        </div>
        <Customer row={row} />
        <Items row={row} show={show} />
        <div className={classes.cardFoot}>
          <Suppliers row={row} show={show} />
          <b>{text}</b>
        </div>
      </div>
    )
  }
