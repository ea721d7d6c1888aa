import { cancelReasonOf, isCancelReason } from '@omni/domain/orders/cancel-reasons.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { type Columns, pickColumns } from '@omni/ui/data-table-column.ts'
import { Money } from '@omni/ui/money.tsx'
import type { CardShow } from '../../product-cards/card-show.ts'
import { CANCEL_TEXTS } from '../refunds/refund-texts.ts'
import {
  AmountCell,
  buyerOf,
  daysText,
  DueCell,
  ItemsCell,
  OrderCell,
  PriceCell,
  ShippingCell,
  StateCell,
  SupplierCell,
  UNKNOWN,
} from './order-cells.tsx'
import { ProfitAmount, profitCsv } from '../../product-cards/profit-amount.tsx'
import type { ListedStatus, OrderRow } from './order-filters.ts'
import { channelName } from './order-texts.ts'
import { RowAction, type RowActs } from './row-action.tsx'
import { landedOf, sourcesOf, spentOf, stateOf } from './row-state.ts'
import classes from './orders.module.css'

const USD = 'USD'

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
const decimal = (amount: number | null) => (amount === null ? '' : toDecimal(amount, USD))

interface ColumnActs extends RowActs {
  now: number
}

function allColumns(show: CardShow, acts: ColumnActs) {
  const { t, format } = show
  const spent = (row: OrderRow) => spentOf(row).map(({ amount, currency }) => show.money(amount, currency).text)
  return {
    source_no: { title: t('orders.source_no'), csv: sourceNo, cell: (row) => sourceNo(row) || UNKNOWN },
    order: {
      title: t('orders.order_and_buyer'),
      fixed: true,
      sortable: true,
      csv: ({ number }) => number,
      cell: (row) => <OrderCell row={row} show={show} onOpen={acts.onOpen} />,
    },
    items: {
      title: t('orders.items'),
      csv: ({ lines }) => lines.map(({ title, quantity }) => `${quantity} × ${title}`).join('; '),
      cell: (row) => <ItemsCell row={row} show={show} />,
    },
    supplier: {
      title: t('orders.supplier'),
      csv: (row) => sourcesOf(row).join(', '),
      cell: (row) => <SupplierCell row={row} show={show} />,
    },
    price: {
      title: t('orders.price'),
      align: 'end',
      sortable: true,
      csv: ({ total, currency }) => toDecimal(total, currency),
      cell: (row) => <PriceCell row={row} show={show} />,
    },
    cost: {
      title: t('orders.cost'),
      align: 'end',
      sortable: true,
      csv: ({ cost }) => decimal(cost),
      cell: ({ cost }) => <AmountCell amount={cost} show={show} />,
    },
    shipping: {
      title: t('orders.shipping'),
      align: 'end',
      sortable: true,
      csv: ({ shipping }) => decimal(shipping),
      cell: (row) => <ShippingCell row={row} show={show} />,
    },
    days: {
      title: t('orders.shipping_time'),
      align: 'end',
      sortable: true,
      // It stands under the shipping; there for whoever sorts by it.
      startsHidden: true,
      csv: (row) => daysText(row, show),
      cell: (row) => <bdi>{daysText(row, show) || UNKNOWN}</bdi>,
    },
    due: {
      title: t('orders.due'),
      sortable: true,
      csv: ({ promised_at }) => promised_at ?? '',
      cell: (row) => <DueCell row={row} show={show} now={acts.now} />,
    },
    profit: {
      title: t('profit.title'),
      align: 'end',
      csv: ({ profit }) => profitCsv(profit),
      cell: ({ profit }) => <ProfitAmount profit={profit} />,
    },
    spent: {
      title: t('orders.spent'),
      align: 'end',
      csv: (row) => spent(row).join(' + '),
      cell: (row) => <Money text={spent(row).join(' + ') || UNKNOWN} />,
    },
    state: {
      title: t('orders.status'),
      csv: (row) => {
        const { text, why } = stateOf(row)
        return [text, why].flatMap((word) => (word ? [t(word)] : [])).join(': ')
      },
      cell: (row) => <StateCell row={row} show={show} />,
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
    buyer: { title: t('orders.info'), startsHidden: true, csv: buyerOf, cell: buyerOf },
    action: {
      title: t('orders.actions'),
      titleHidden: true,
      fixed: true,
      align: 'end',
      cell: (row) => <RowAction row={row} show={show} acts={acts} />,
    },
  } satisfies Columns<OrderRow>
}

type Column = keyof ReturnType<typeof allColumns>

const EVERYWHERE: readonly Column[] = [
  'order',
  'items',
  'supplier',
  'price',
  'cost',
  'shipping',
  'profit',
  'state',
  'buyer',
  'action',
]
/** Orders spec §2: columns per group. The buyer stands under the number, and is a column of the CSV. */
const SHOWN: Record<ListedStatus, readonly Column[]> = {
  placement: [
    'order',
    'items',
    'supplier',
    'price',
    'cost',
    'shipping',
    'profit',
    'days',
    'due',
    'state',
    'buyer',
    'action',
  ],
  payment: [
    'source_no',
    'order',
    'items',
    'supplier',
    'price',
    'spent',
    'shipping',
    'profit',
    'days',
    'state',
    'buyer',
    'action',
  ],
  cancelled: ['order', 'items', 'supplier', 'price', 'spent', 'channel', 'state', 'note', 'buyer', 'action'],
  refund: ['source_no', 'order', 'items', 'refund_amount', 'state', 'refund_updated', 'refund_note', 'buyer', 'action'],
  waiting: ['order', 'items', 'supplier', 'price', 'cost', 'shipping', 'profit', 'due', 'state', 'buyer', 'action'],
  fulfilled: EVERYWHERE,
  closed: EVERYWHERE,
  all: EVERYWHERE,
}

/** When something is to be sent is a column where a channel says so. */
export const orderColumns = (
  show: CardShow,
  status: ListedStatus,
  acts: ColumnActs,
  rows: readonly OrderRow[] = [],
): Columns<OrderRow> => {
  const isPromised = rows.some(({ promised_at }) => promised_at !== null)
  return pickColumns(
    allColumns(show, acts),
    SHOWN[status].filter((column) => column !== 'due' || isPromised),
  )
}

/** One row on a phone: the number and what it brings, what it is and what it costs, where it stands and the next step. */
export const orderCard =
  (show: CardShow, acts: ColumnActs) =>
  // A render function, not a component: the table calls it for each row.
  (row: OrderRow) => {
    const [spent] = spentOf(row)
    const landed = landedOf(row)
    const cost = spent
      ? show.money(spent.amount, spent.currency).text
      : landed === null
        ? null
        : show.money(landed).text
    return (
      <div className={classes.card}>
        <div className={classes.cardHead}>
          <OrderCell row={row} show={show} onOpen={acts.onOpen} />
          <span className={classes.cardEnd}>
            <b>
              <PriceCell row={row} show={show} />
            </b>
            <span className={classes.meta}>
              {cost === null ? show.t('orders.cost_unknown') : show.t('orders.costs', { cost })}{' '}
              <ProfitAmount profit={row.profit} />
            </span>
          </span>
        </div>
        <ItemsCell row={row} show={show} />
        <div className={classes.cardFoot}>
          <StateCell row={row} show={show} />
          <RowAction row={row} show={show} acts={acts} />
        </div>
      </div>
    )
  }
