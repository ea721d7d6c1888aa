import { toDecimal } from '@omni/domain/money.ts'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import type { ReactNode } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import { editorHref } from '../../product-cards/editor-address.ts'
import { type ListingRow, QUESTIONS, STATES } from './listing-state.ts'
import classes from './listings.module.css'

const UNKNOWN = '—'
const STATUS_TEXTS: Record<NonNullable<ListingRow['status']>, TextKey> = {
  active: 'push.active',
  draft: 'product_center.status_draft',
}

const StoreName = ({ row }: { row: ListingRow }) => (
  <span className={classes.store}>
    <VendorBadge vendor={row.platform} label={VENDOR_NAMES[row.platform]} size={14} />
    <span className={classes.storeName} dir="auto">
      {row.store_name}
    </span>
  </span>
)

/** What it is, and in which store. */
function Title({ row }: { row: ListingRow }) {
  return (
    <span className={classes.product}>
      <LazyImage src={row.image} alt="" size={40} />
      <span className={classes.words}>
        {row.product_id ? (
          <AppLink className={classes.name} href={editorHref('center', row.product_id)} dir="auto">
            {row.title}
          </AppLink>
        ) : (
          <span className={classes.name} dir="auto">
            {row.title}
          </span>
        )}
        <StoreName row={row} />
      </span>
    </span>
  )
}

function State({ row, show: { t } }: { row: ListingRow; show: CardShow }) {
  const { tone, text } = STATES[row.state]
  const why = row.problem ?? (row.question ? t(QUESTIONS[row.question]) : null)
  return (
    <span className={classes.state}>
      <StatusDot tone={tone}>{t(text)}</StatusDot>
      {why ? <span className={classes.why}>{why}</span> : null}
    </span>
  )
}

function Price({ row: { price_min, price_max, currency }, show }: { row: ListingRow; show: CardShow }) {
  if (price_min === null) return UNKNOWN
  const low = show.money(price_min, currency)
  if (price_max === null || price_max === price_min) return <Money text={low.text} original={low.original} />
  return <Money text={`${low.text} – ${show.money(price_max, currency).text}`} />
}

const decimal = (value: number | null, currency: string) => (value === null ? '' : toDecimal(value, currency))

export function listingColumns(show: CardShow, actions: (row: ListingRow) => ReactNode) {
  const { t, format } = show
  return {
    title: {
      title: t('product_center.product'),
      fixed: true,
      csv: ({ title }) => title,
      cell: (row) => <Title row={row} />,
    },
    store: {
      title: t('listings.store'),
      startsHidden: true, // it stands below the name
      csv: ({ store_name }) => store_name,
      cell: (row) => <StoreName row={row} />,
    },
    state: {
      title: t('listings.state'),
      csv: ({ state }) => t(STATES[state].text),
      cell: (row) => <State row={row} show={show} />,
    },
    problem: {
      title: t('listings.problem'),
      startsHidden: true,
      csv: ({ problem }) => problem ?? '',
      cell: ({ problem }) => problem ?? UNKNOWN,
    },
    status: {
      title: t('listings.status'),
      csv: ({ status }) => (status ? t(STATUS_TEXTS[status]) : ''),
      cell: ({ status }) => (status ? t(STATUS_TEXTS[status]) : UNKNOWN),
    },
    variants: {
      title: t('product_center.variants'),
      align: 'end',
      startsHidden: true,
      csv: ({ variants }) => String(variants),
      cell: ({ variants }) => format.number(variants),
    },
    price: {
      title: t('product_center.price'),
      align: 'end',
      csv: ({ price_min, currency }) => decimal(price_min, currency),
      cell: (row) => <Price row={row} show={show} />,
    },
    price_max: {
      title: t('listings.price_max'),
      align: 'end',
      startsHidden: true,
      csv: ({ price_max, currency }) => decimal(price_max, currency),
      cell: ({ price_max, currency }) => show.money(price_max, currency).text,
    },
    updated: {
      title: t('listings.updated'),
      csv: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => (
        <time className={classes.time} dateTime={updated_at} title={format.date(updated_at)}>
          {format.ago(updated_at)}
        </time>
      ),
    },
    url: {
      title: t('listings.address'),
      startsHidden: true,
      csv: ({ url }) => url ?? '',
      cell: ({ url }) => (url ? <bdi dir="ltr">{url}</bdi> : UNKNOWN),
    },
    act: { title: t('table.actions'), titleHidden: true, fixed: true, align: 'end', cell: actions },
  } satisfies Columns<ListingRow>
}

/** One row on a phone. */
export const listingCard =
  (show: CardShow, actions: (row: ListingRow) => ReactNode) =>
  // A render function, not a component: the table calls it for each row.
  (row: ListingRow) => (
    <div className={classes.card}>
      <Title row={row} />
      <State row={row} show={show} />
      <div className={classes.cardFoot}>
        <span>
          {row.status ? show.t(STATUS_TEXTS[row.status]) : UNKNOWN} · <Price row={row} show={show} />
        </span>
        {actions(row)}
      </div>
    </div>
  )
