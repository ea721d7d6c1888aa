import { Button, VisuallyHidden } from '@mantine/core'
import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { parseMinor, toDecimal } from '@omni/domain/money.ts'
import { MAX_AMOUNT, MAX_TITLE } from '@omni/domain/products/product.ts'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import { editorHref } from '../../product-cards/editor-address.ts'
import { PieceProfitText, profitCsv } from '../../product-cards/profit-amount.tsx'
import { InlineField } from './inline-field.tsx'
import { InlineTags } from './inline-tags.tsx'
import type { View } from './product-filters.ts'
import classes from './product-list.module.css'
import { statusOf } from './product-status.ts'
import { RowMenu } from './row-menu.tsx'
import type { SaveField } from './use-save-field.ts'

export interface RowTools {
  show: CardShow
  view: View
  save: SaveField
  onPush: (row: ProductRow) => void
  onDuplicate: (row: ProductRow) => void
  onSplit: (row: ProductRow) => void
  onDelete: (row: ProductRow) => void
}

const UNKNOWN = '—'
/** Its variants are still being fetched, or could not be: a zero would be a lie. */
export const isUnknown = ({ total_variants }: ProductRow): boolean => total_variants === 0

/** One amount, or the lower end with a plus and the range in the tip. */
function Amount({
  low,
  high,
  currency,
  show,
}: {
  low: number | null
  high?: number
  currency?: string
  show: CardShow
}) {
  const shown = show.money(low, currency)
  const more = high !== undefined && low !== null && high > low
  return (
    <span className={classes.figure}>
      <Money
        text={more ? `${shown.text}+` : shown.text}
        original={more ? `${shown.text} – ${show.money(high, currency).text}` : shown.original}
      />
    </span>
  )
}

export function ProductName({
  row,
  tools: {
    show: { t, format },
    save,
  },
}: {
  row: ProductRow
  tools: RowTools
}) {
  const { title, image, source, created_at } = row
  const onSave = (text: string) => (text === '' ? t('product_center.title_empty') : save(row, { title: text }))
  return (
    <div className={classes.product}>
      <span className={classes.thumb}>
        <LazyImage src={image} alt="" size={40} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          <InlineField
            label={t('product_center.edit_title', { name: title })}
            value={title}
            maxLength={MAX_TITLE}
            onSave={onSave}
          >
            {title}
          </InlineField>
        </span>
        <span className={classes.meta}>
          <VendorBadge vendor={source} label="" size={14} />
          {VENDOR_NAMES[source]}
          <span aria-hidden="true">·</span>
          <time dateTime={created_at} title={format.date(created_at)}>
            {format.ago(created_at)}
          </time>
          <InlineTags tags={row.tags} name={title} onSave={(tags) => save(row, { tags })} />
        </span>
      </span>
    </div>
  )
}

/** Typed here only when all variants cost the same; otherwise the editor has them one by one. */
export function ProductPrice({ row, tools: { show, save, view } }: { row: ProductRow; tools: RowTools }) {
  const { t } = show
  const { price_min, price_max, currency, title, product_id } = row
  if (isUnknown(row)) return UNKNOWN
  if (price_max > price_min)
    return (
      <AppLink className={classes.price} href={`${editorHref(view, product_id)}#editor-pricing`}>
        <Amount low={price_min} high={price_max} currency={currency} show={show} />
        <VisuallyHidden> {t('product_center.edit_prices', { name: title })}</VisuallyHidden>
      </AppLink>
    )
  const onSave = (text: string) => {
    const price = parseMinor(text.replace(',', '.'), currency)
    return price.ok && price.value >= 0 && price.value <= MAX_AMOUNT
      ? save(row, { price: price.value })
      : t('product_center.price_invalid')
  }
  return (
    <span className={classes.price}>
      <InlineField
        label={t('product_center.edit_price', { name: title, currency })}
        value={toDecimal(price_min, currency)}
        align="end"
        decimal
        maxLength={16}
        onSave={onSave}
      >
        <Amount low={price_min} currency={currency} show={show} />
      </InlineField>
    </span>
  )
}

export function ProductProfit({ row, show }: { row: ProductRow; show: CardShow }) {
  if (isUnknown(row)) return UNKNOWN
  return (
    <span className={classes.profit}>
      <PieceProfitText profit={row.profit} show={show} ship_to={row.ship_to} />
    </span>
  )
}

export const ProductMargin = ({ row, show: { t } }: { row: ProductRow; show: CardShow }) =>
  isUnknown(row) || row.profit?.margin == null ? (
    UNKNOWN
  ) : (
    <bdi className={classes.margin} data-low={row.problems.includes('below_floor') || undefined}>
      {t('card.margin', { margin: row.profit.margin })}
    </bdi>
  )

export function ProductStatus({ row, show: { t } }: { row: ProductRow; show: CardShow }) {
  const { tone, text } = statusOf(row)
  const values = { count: row.total_variants }
  const all =
    row.problems.length > 1
      ? row.problems.map((problem) => t(statusOf({ ...row, problems: [problem] }).text, values)).join(', ')
      : undefined
  return (
    <span className={classes.status} title={all}>
      <StatusDot tone={tone}>
        {t(text, values)}
        {row.problems.length > 1 ? ` +${row.problems.length - 1}` : ''}
      </StatusDot>
    </span>
  )
}

export const ProductActions = ({
  row,
  tools: {
    view,
    show: { t },
    onPush,
    onDuplicate,
    onSplit,
    onDelete,
  },
}: {
  row: ProductRow
  tools: RowTools
}) => (
  <div className={classes.act}>
    <Button
      size="xs"
      variant="default"
      component={AppLink}
      href={editorHref(view, row.product_id)}
      aria-label={t('product_center.edit_named', { name: row.title })}
    >
      {t('product_center.edit')}
    </Button>
    <RowMenu row={row} view={view} onPush={onPush} onDuplicate={onDuplicate} onSplit={onSplit} onDelete={onDelete} />
  </div>
)

/** Look 05-import-list. */
export function productColumns(tools: RowTools) {
  const { show, save } = tools
  const { t, format } = show
  const amount = (value: number | null, currency = 'USD') => (value === null ? '' : toDecimal(value, currency))
  return {
    title: {
      title: t('product_center.product'),
      fixed: true,
      sortable: true,
      csv: ({ title }) => title,
      cell: (row) => <ProductName row={row} tools={tools} />,
    },
    source: {
      title: t('product_center.source'),
      startsHidden: true,
      csv: ({ source }) => source,
      cell: ({ source }) => VENDOR_NAMES[source],
    },
    source_id: {
      title: t('product_center.source_id'),
      startsHidden: true,
      csv: ({ source_product_id }) => source_product_id,
      cell: ({ source_product_id }) => <bdi>{source_product_id}</bdi>,
    },
    variants: {
      title: t('product_center.variants'),
      align: 'end',
      csv: ({ total_variants }) => String(total_variants),
      cell: (row) => (isUnknown(row) ? UNKNOWN : format.number(row.total_variants)),
    },
    cost: {
      title: t('product_center.cost'),
      align: 'end',
      sortable: true,
      csv: ({ cost_min }) => amount(cost_min),
      cell: (row) => (isUnknown(row) ? UNKNOWN : <Amount low={row.cost_min} high={row.cost_max} show={show} />),
    },
    shipping: {
      title: t('product_center.shipping'),
      align: 'end',
      csv: ({ shipping_cost }) => amount(shipping_cost),
      cell: ({ shipping_cost }) =>
        shipping_cost === 0 ? t('product_center.free') : <Amount low={shipping_cost} show={show} />,
    },
    price: {
      title: t('product_center.price'),
      align: 'end',
      sortable: true,
      csv: ({ price_min, currency }) => amount(price_min, currency),
      cell: (row) => <ProductPrice row={row} tools={tools} />,
    },
    profit: {
      title: t('product_center.profit'),
      align: 'end',
      sortable: true,
      csv: ({ profit }) => profitCsv(profit),
      cell: (row) => <ProductProfit row={row} show={show} />,
    },
    margin: {
      title: t('product_center.margin'),
      align: 'end',
      sortable: true,
      csv: ({ profit }) => String(profit?.margin ?? ''),
      cell: (row) => <ProductMargin row={row} show={show} />,
    },
    stock: {
      title: t('product_center.stock'),
      align: 'end',
      csv: ({ stock }) => (stock === null ? '' : String(stock)),
      cell: ({ stock }) => (stock === null ? UNKNOWN : format.number(stock)),
    },
    tags: {
      title: t('product_center.tags'),
      startsHidden: true,
      csv: ({ tags }) => tags.join(', '),
      cell: (row) => <InlineTags tags={row.tags} name={row.title} onSave={(tags) => save(row, { tags })} />,
    },
    status: {
      title: t('product_center.status'),
      csv: (row) => t(statusOf(row).text, { count: row.total_variants }),
      cell: (row) => <ProductStatus row={row} show={show} />,
    },
    act: {
      title: t('table.actions'),
      titleHidden: true,
      fixed: true,
      align: 'end',
      cell: (row) => <ProductActions row={row} tools={tools} />,
    },
  } satisfies Columns<ProductRow>
}
