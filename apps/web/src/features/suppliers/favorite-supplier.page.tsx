import { TextInput } from '@mantine/core'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { isSource, type Source, SOURCES } from '@omni/domain/catalog/sources.ts'
import { Card } from '@omni/ui/card.tsx'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { ListRows } from '../../platform/list-screen.tsx'
import { useSettled } from '../../platform/settled.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { DrawerHost } from '../product-detail/drawer-host.tsx'
import { SupplierRow } from './supplier-row.tsx'
import { SupplierView } from './supplier-view.tsx'
import classes from './suppliers.module.css'

const PAGE_SIZE = 20
const TYPING_MS = 250

const LOADING = (
  <div className={classes.pad} aria-busy="true">
    <RowsSkeleton rows={3} />
  </div>
)

/** /app/find-product/favorite-supplier — followed suppliers, all suppliers, and one of them (sourcing spec §2). */
export function FavoriteSupplierPage() {
  const t = useT()
  const [url] = useUrlState()
  const { source = '', seller_id = '' } = url
  if (isSource(source) && seller_id !== '')
    return (
      <>
        <SupplierView key={seller_id} source={source} sellerId={seller_id} />
        <DrawerHost />
      </>
    )
  return (
    <Page title={t('suppliers.title')} description={t('suppliers.text')}>
      <Followed />
      <FindSuppliers />
    </Page>
  )
}

function Followed() {
  const t = useT()
  const format = useFormat()
  const list = useList(supplierCalls.listFavoriteSuppliers, { page_size: PAGE_SIZE }, { quiet: true })
  return (
    <Card title={t('suppliers.followed')} flush>
      <ListRows
        list={list}
        failed="suppliers.failed"
        loading={LOADING}
        moreClass={classes.more}
        nothingYet={
          <EmptyState compact title={t('suppliers.none_followed')} text={t('suppliers.none_followed_text')} />
        }
      >
        {(rows) =>
          rows.map((supplier) => (
            <SupplierRow
              key={`${supplier.source}:${supplier.seller_id}`}
              supplier={supplier}
              note={[
                t('suppliers.since', { date: format.date(supplier.followed_at, 'day') }),
                supplier.new_products > 0 ? t('suppliers.new_products', { count: supplier.new_products }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))
        }
      </ListRows>
    </Card>
  )
}

function FindSuppliers() {
  const t = useT()
  const [text, setText] = useState('')
  const [source, setSource] = useState<Source | null>(null)
  const settledText = useSettled(text.trim(), TYPING_MS)
  const list = useList(
    supplierCalls.listSourceSuppliers,
    { page_size: PAGE_SIZE, ...(settledText ? { text: settledText } : {}), ...(source ? { source } : {}) },
    { quiet: true },
  )
  return (
    <Card title={t('suppliers.find')} flush>
      <div className={classes.filters}>
        <TextInput
          className={classes.search ?? ''}
          aria-label={t('suppliers.search')}
          placeholder={t('suppliers.search')}
          value={text}
          maxLength={100}
          leftSection={<IconSearch size={16} stroke={ICON_STROKE} aria-hidden="true" />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ChipRow label={t('filters.suppliers')}>
          <Chip active={source === null} onClick={() => setSource(null)}>
            {t('find.all')}
          </Chip>
          {SOURCES.map((item) => (
            <Chip key={item} active={source === item} onClick={() => setSource(item)}>
              {VENDOR_NAMES[item]}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <ListRows
        list={list}
        failed="suppliers.failed"
        loading={LOADING}
        moreClass={classes.more}
        nothingYet={
          <EmptyState compact drawing="map" title={t('suppliers.none_found')} text={t('suppliers.none_found_text')} />
        }
      >
        {(rows) =>
          rows.map((supplier) => <SupplierRow key={`${supplier.source}:${supplier.seller_id}`} supplier={supplier} />)
        }
      </ListRows>
    </Card>
  )
}
