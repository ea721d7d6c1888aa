import { Button, Switch, TextInput } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { type Format, useFormat } from '../../platform/format.ts'
import { type Translate, useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { ListScreen } from '../../platform/list-screen.tsx'
import { go } from '../../platform/navigation.ts'
import { useCall } from '../../platform/query.ts'
import { useSettled } from '../../platform/settled.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './product-list.module.css'
import { ProductNav } from '../listings/product-nav.tsx'
import { type Supplier, useWatch } from './use-watch.ts'

const PAGE_SIZE = 50
const TYPING_MS = 300

const productsHref = ({ seller_id, source }: Supplier) =>
  `/app/products-center?${new URLSearchParams({ seller: seller_id, source })}`

/**
 * /app/products-center/supplier-list — who stands behind the products, and what of theirs is watched (sourcing spec §2,
 * §3).
 */
export function SupplierListPage() {
  const t = useT()
  const format = useFormat()
  const [url, setUrl] = useUrlState()
  const [text, setText] = useState(url['text'] ?? '')
  const settledText = useSettled(text.trim(), TYPING_MS)
  const source = SOURCES.find((item) => item === url['source'])
  const list = useList(
    productCenterCalls.listProductSuppliers,
    { page_size: PAGE_SIZE, ...(settledText ? { text: settledText } : {}), ...(source ? { source } : {}) },
    { quiet: true },
  )
  const { watch, busy } = useWatch()
  const columns = columnsFor(t, format, watch, busy)
  return (
    <Page title={t('product_center.suppliers_title')} description={t('product_center.suppliers_text')}>
      <ProductNav place="suppliers" />
      <Counts />
      <ListScreen
        name={t('product_center.suppliers_title')}
        storageKey="product-suppliers"
        list={list}
        failed="suppliers.failed"
        more="by_button"
        rowKey={({ source: from, seller_id }) => `${from}:${seller_id}`}
        columns={columns}
        onOpen={(row) => go(productsHref(row))}
        card={cardWith(columns)}
        toolbar={
          <>
            <TextInput
              className={classes.search ?? ''}
              type="search"
              aria-label={t('suppliers.search')}
              placeholder={t('suppliers.search')}
              value={text}
              maxLength={200}
              leftSection={<IconSearch size={16} stroke={ICON_STROKE} aria-hidden="true" />}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <ChipRow label={t('product_center.source')}>
              <Chip active={source === undefined} onClick={() => setUrl({ source: undefined })}>
                {t('product_center.tab_all')}
              </Chip>
              {SOURCES.map((item) => (
                <Chip key={item} active={source === item} onClick={() => setUrl({ source: item })}>
                  {VENDOR_NAMES[item]}
                </Chip>
              ))}
            </ChipRow>
          </>
        }
        nothingFound={
          (settledText !== '' || source !== undefined) && {
            drawing: 'map',
            title: 'suppliers.none_found',
            text: 'suppliers.none_found_text',
            onClear: () => {
              setText('')
              setUrl({ source: undefined })
            },
          }
        }
        nothingYet={
          <EmptyState
            drawing="map"
            title={t('product_center.suppliers_empty')}
            text={t('product_center.suppliers_empty_text')}
            action={
              <Button component={AppLink} href="/app/find-product">
                {t('product_center.find')}
              </Button>
            }
          />
        }
      />
    </Page>
  )
}

/** §3, supplier counts. */
function Counts() {
  const t = useT()
  const format = useFormat()
  const suppliers = useCall(importListCalls.getProductCounts, {}, { quiet: true, keep: true }).data?.suppliers
  const figures = [
    [t('product_center.count_products'), suppliers?.products.total],
    [t('product_center.count_skus'), suppliers?.skus.total],
    [t('product_center.tracking'), suppliers?.products.tracking],
    [t('product_center.tracking_partial'), suppliers?.products.partial],
    [t('product_center.tracking_not'), suppliers?.products.not_tracking],
    [t('product_center.count_skus_tracking'), suppliers?.skus.tracking],
  ] as const
  return (
    <dl className={classes.counts}>
      {figures.map(([label, value]) => (
        <div key={label} className={classes.count}>
          <dt>{label}</dt>
          <dd>{value === undefined ? '–' : format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function columnsFor(
  t: Translate,
  format: Format,
  watch: (row: Supplier, on: boolean) => void,
  busy: (row: Supplier) => boolean,
) {
  return {
    supplier: {
      title: t('product_center.supplier'),
      fixed: true,
      csv: ({ store_name }) => store_name,
      cell: (row) => (
        <span className={classes.product}>
          <VendorBadge vendor={row.source} label="" />
          <span className={classes.words}>
            <AppLink className={classes.nameLink} href={productsHref(row)} dir="auto">
              {row.store_name || row.seller_id}
            </AppLink>
            <span className={classes.meta}>
              {VENDOR_NAMES[row.source]}
              {row.rating === null ? '' : ` · ★ ${format.number(Math.round(row.rating * 10) / 10)}`}
            </span>
          </span>
        </span>
      ),
    },
    products: {
      title: t('product_center.count_products'),
      align: 'end',
      csv: ({ products }) => String(products),
      cell: ({ products }) => format.number(products),
    },
    skus: {
      title: t('product_center.count_skus'),
      align: 'end',
      csv: ({ skus }) => String(skus),
      cell: ({ skus, skus_tracking }) => `${format.number(skus_tracking)} / ${format.number(skus)}`,
    },
    tracking: {
      title: t('product_center.watching'),
      csv: ({ tracking, partial, not_tracking }) => `${tracking}/${partial}/${not_tracking}`,
      cell: ({ products, tracking, partial }) => (
        <WatchState all={tracking >= products} some={tracking + partial > 0} />
      ),
    },
    watch: {
      title: t('product_center.watch'),
      fixed: true,
      align: 'end',
      cell: (row) => (
        <Switch
          style={{ display: 'inline-block' }}
          aria-label={t('product_center.watch_named', { name: row.store_name || row.seller_id })}
          checked={row.tracking + row.partial > 0}
          disabled={busy(row)}
          onChange={(event) => watch(row, event.currentTarget.checked)}
        />
      ),
    },
  } satisfies Columns<Supplier>
}

const cardWith = (columns: ReturnType<typeof columnsFor>) => (row: Supplier) => (
  <div className={classes.card}>
    {columns.supplier.cell(row)}
    <div className={classes.cardFoot}>
      {columns.tracking.cell(row)}
      <span>{columns.skus.cell(row)}</span>
      {columns.watch.cell(row)}
    </div>
  </div>
)

function WatchState({ all, some }: { all: boolean; some: boolean }) {
  const t = useT()
  if (all) return <StatusDot tone="green">{t('product_center.tracking')}</StatusDot>
  if (some) return <StatusDot tone="amber">{t('product_center.tracking_partial')}</StatusDot>
  return <StatusDot tone="grey">{t('product_center.tracking_not')}</StatusDot>
}
