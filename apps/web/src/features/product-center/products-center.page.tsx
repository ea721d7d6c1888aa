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

/** /app/products-center — everything imported, pushed or not (sourcing spec §2, §3). */
export function ProductsCenterPage() {
  const t = useT()
  const format = useFormat()
  const [{ pushed }, setFilters] = useProductFilters()
  const counts = useCall(importListCalls.getProductCounts, {}, { quiet: true, keep: true }).data
  const count = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  return (
    <Page
      title={t('product_center.title')}
      description={t('product_center.text')}
      actions={
        <>
          <HistoryButton />
          <Button component={AppLink} href="/app/find-product">
            {t('product_center.find')}
          </Button>
        </>
      }
    >
      <ProductNav place="center" />
      <ChipRow label={t('product_center.tabs')}>
        <Chip active={pushed === null} count={count(counts?.all)} onClick={() => setFilters({ pushed: null })}>
          {t('product_center.tab_all')}
        </Chip>
        <Chip
          active={pushed === 'unpushed'}
          count={count(counts?.unpushed)}
          onClick={() => setFilters({ pushed: 'unpushed' })}
        >
          {t('product_center.tab_unpushed')}
        </Chip>
        <Chip
          active={pushed === 'pushed'}
          count={count(counts?.pushed)}
          onClick={() => setFilters({ pushed: 'pushed' })}
        >
          {t('product_center.tab_pushed')}
        </Chip>
      </ChipRow>
      <ProductList
        view="center"
        name={t('product_center.title')}
        searchLabel={t('product_center.search')}
        empty={
          <EmptyState
            title={t('product_center.empty')}
            text={t('product_center.empty_text')}
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
