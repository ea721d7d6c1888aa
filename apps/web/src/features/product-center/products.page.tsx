import { Button } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { HistoryButton } from '../bulk-edit/history-button.tsx'
import { ProductList } from './product-list.tsx'
import { ProductNav } from '../listings/product-nav.tsx'
import { useProductFilters } from './use-product-list.ts'

/** /app/products — what is in a channel (sourcing spec §2). */
export function ProductsPage() {
  const t = useT()
  const format = useFormat()
  const [{ pushed }, setFilters] = useProductFilters()
  const counts = useCall(importListCalls.getProductCounts, {}, { quiet: true, keep: true }).data
  const count = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  const waiting = counts?.unpushed ?? 0
  const empty = (
    <EmptyState
      title={t('product_center.pushed_empty')}
      text={
        waiting > 0
          ? t('product_center.pushed_empty_waiting', { count: waiting })
          : t('product_center.pushed_empty_text')
      }
      action={
        waiting > 0 ? (
          <Button component={AppLink} href="/app/products-import">
            {t('imports.view_list')}
          </Button>
        ) : (
          <Button component={AppLink} href="/app/find-product">
            {t('product_center.find')}
          </Button>
        )
      }
    />
  )
  return (
    <Page
      title={t('product_center.pushed_title')}
      description={t('product_center.pushed_text')}
      actions={<HistoryButton />}
    >
      <ProductNav place="pushed" />
      {counts && counts.pushed > 0 ? (
        <ChipRow label={t('product_center.tabs')}>
          <Chip
            active={pushed === null || pushed === 'pushed' || pushed === 'unpushed'}
            count={count(counts.pushed)}
            onClick={() => setFilters({ pushed: null })}
          >
            {t('product_center.tab_all')}
          </Chip>
          <Chip
            active={pushed === 'active'}
            count={count(counts.total_pushed_active)}
            onClick={() => setFilters({ pushed: 'active' })}
          >
            {t('product_center.status_active')}
          </Chip>
          <Chip
            active={pushed === 'draft'}
            count={count(counts.total_pushed_draft)}
            onClick={() => setFilters({ pushed: 'draft' })}
          >
            {t('product_center.status_draft')}
          </Chip>
        </ChipRow>
      ) : null}
      <ProductList
        view="pushed"
        name={t('product_center.pushed_title')}
        searchLabel={t('product_center.search')}
        empty={empty}
      />
    </Page>
  )
}
