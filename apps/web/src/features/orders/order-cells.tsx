import { VisuallyHidden } from '@mantine/core'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconPencil } from '@tabler/icons-react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import type { OrderRow } from './order-filters.ts'
import { MARKERS } from './order-texts.ts'
import { sourcesOf, stateOf, wayOf } from './row-state.ts'
import classes from './orders.module.css'

export const UNKNOWN = '—'
const USD = 'USD'
const DAY_MS = 86_400_000

interface Cell {
  row: OrderRow
  show: CardShow
}

const piecesOf = ({ lines }: OrderRow): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)
const placeOf = ({ city, country_code }: OrderRow) => [city, country_code].filter(Boolean).join(', ')
export const buyerOf = (row: OrderRow) => [row.customer_name, placeOf(row)].filter(Boolean).join(' · ')

export function Channel({ row, show: { t } }: Cell) {
  if (isVendorName(row.channel)) return <VendorBadge vendor={row.channel} label={VENDOR_NAMES[row.channel]} size={18} />
  return (
    <>
      <VisuallyHidden>{t('orders.manual')}</VisuallyHidden>
      <IconPencil size={18} stroke={ICON_STROKE} aria-hidden="true" />
    </>
  )
}

/** The number opens the order: a click for whoever has no keyboard. The buyer stands under it. */
export function OrderCell({ row, show, onOpen }: Cell & { onOpen: (row: OrderRow) => void }) {
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
        <span className={`${classes.meta} ${classes.buyer}`} dir="auto">
          {buyerOf(row) || UNKNOWN}
        </span>
        {row.parts > 1 ? (
          <span className={classes.meta}>{show.t('orders.part_of', { no: row.part_no, n: row.parts })}</span>
        ) : null}
        {row.marker > 0 && marker ? <StatusDot tone={marker.tone}>{show.t(marker.text)}</StatusDot> : null}
      </span>
    </span>
  )
}

export function ItemsCell({ row, show }: Cell) {
  const [first] = row.lines
  const pieces = piecesOf(row)
  return (
    <span className={classes.items}>
      {/* Between a phone and a wide screen the picture stands for its title. */}
      <span title={first?.title}>
        <LazyImage src={first?.image ?? null} alt={first?.title ?? ''} size={36} />
      </span>
      <span className={classes.words}>
        <span className={`${classes.title} ${classes.itemTitle}`} dir="auto">
          {first?.title ?? UNKNOWN}
        </span>
        {pieces > 1 || row.lines.length > 1 ? (
          <bdi className={classes.meta} title={show.t('orders.pieces', { count: pieces })}>
            ×{show.format.number(pieces)}
          </bdi>
        ) : null}
      </span>
    </span>
  )
}

/** Who delivers it, and how it is bought there. */
export function SupplierCell({ row, show: { t } }: Cell) {
  const names = sourcesOf(row).filter(isVendorName)
  const way = wayOf(row)
  if (names.length === 0 || way === null) return UNKNOWN
  return (
    <span className={classes.words}>
      <span className={classes.suppliers}>
        {names.map((source) => (
          <VendorBadge key={source} vendor={source} label={VENDOR_NAMES[source]} size={18} />
        ))}
        {names.length === 1 && names[0] ? VENDOR_NAMES[names[0]] : null}
      </span>
      <span className={classes.meta}>{t(way)}</span>
    </span>
  )
}

/** Its word, and why in smaller letters. */
export function StateCell({ row, show: { t } }: Cell) {
  const { tone, text, why } = stateOf(row)
  return (
    <span className={classes.words}>
      <StatusDot tone={tone}>{t(text)}</StatusDot>
      {why ? (
        <span className={`${classes.meta} ${classes.why}`} title={t(why)}>
          {t(why)}
        </span>
      ) : null}
    </span>
  )
}

export function PriceCell({ row: { total, currency }, show }: Cell) {
  const { text, original } = show.money(total, currency)
  return <Money text={text} {...(original && { original })} />
}

/** US cents; what is not known says so, and is no zero. */
export function AmountCell({ amount, show: { t, money } }: { amount: number | null; show: CardShow }) {
  if (amount === null)
    return (
      <span className={classes.unknown} title={t('orders.unknown')}>
        <VisuallyHidden>{t('orders.unknown')}</VisuallyHidden>
        <span aria-hidden="true">?</span>
      </span>
    )
  return <Money text={money(amount, USD).text} />
}

/** Nothing to pay for sending it is said in a word; how long it takes stands under it. */
export function ShippingCell({ row, show }: Cell) {
  const days = daysText(row, show)
  return (
    <span className={classes.figures}>
      {row.shipping === 0 ? show.t('orders.free') : <AmountCell amount={row.shipping} show={show} />}
      {days ? <bdi className={classes.meta}>{days}</bdi> : null}
    </span>
  )
}

export const daysText = ({ min_days, max_days }: OrderRow, { t, format }: CardShow): string => {
  if (max_days === null) return ''
  const most = format.number(max_days)
  const range = min_days === null || min_days === max_days ? most : `${format.number(min_days)}–${most}`
  return t('orders.days_count', { days: range })
}

/** Until when the channel wants it sent: late is told apart from today, in words and in colour. */
export function DueCell({ row: { promised_at }, show: { t, format }, now }: Cell & { now: number }) {
  if (promised_at === null) return UNKNOWN
  const left = Date.parse(promised_at) - now
  const text =
    left < 0
      ? t('orders.late', { days: format.number(Math.ceil(-left / DAY_MS)) })
      : left < DAY_MS
        ? t('orders.due_today')
        : format.date(promised_at, 'dayMonth')
  return (
    <time
      dateTime={promised_at}
      title={format.date(promised_at)}
      className={classes.due}
      data-due={left < 0 ? 'late' : left < DAY_MS ? 'today' : undefined}
    >
      {text}
    </time>
  )
}
