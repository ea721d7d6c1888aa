import { Page } from '@omni/ui/page.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { DrawerHost } from '../product-detail/drawer-host.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NoResults } from './no-results.tsx'
import { ProductResults } from './product-results.tsx'
import { ResultNotices } from './result-notices.tsx'
import { useFilters } from './use-filters.ts'
import { useDropshippingList } from './use-product-list.ts'

/** /app/catalog/dropshipping — what can be ordered one by one (sourcing spec §2). */
export function DropshippingPage() {
  const t = useT()
  const format = useFormat()
  const [filters, setFilters] = useFilters()
  const view = useDropshippingList(filters)
  const total = view.first ? format.number(view.first.total) + (view.first.total_is_capped ? '+' : '') : ''
  const count = view.first ? t('find.count', { count: view.first.total, shown: total }) : ''
  return (
    <Page
      title={t('dropshipping.title')}
      description={t('dropshipping.text')}
      actions={<ShipToPicker compact value={filters.ship_to} onChange={(code) => setFilters({ ship_to: code })} />}
    >
      <FilterBar filters={filters} onChange={setFilters} count={count} counts={view.first?.facets} />
      <ResultNotices filters={filters} onChange={setFilters} first={view.first} />
      <ProductResults
        label={t('dropshipping.title')}
        view={view}
        shipTo={filters.ship_to}
        total={total}
        empty={<NoResults filters={filters} ofAll lookAgain={view.retry} onChange={setFilters} />}
      />
      <DrawerHost />
    </Page>
  )
}
