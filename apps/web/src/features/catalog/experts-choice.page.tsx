import { catalogCalls, type ProductCard } from '@omni/contracts/catalog.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useCallback, useMemo } from 'react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { keyOf } from '../../product-cards/detail-address.ts'
import { ProductGrid } from '../../product-cards/product-grid.tsx'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { DrawerHost } from '../product-detail/drawer-host.tsx'
import { NO_FILTERS } from './filters.ts'
import { FindTabs } from './find-tabs.tsx'
import { useFilters } from './use-filters.ts'

const SKELETONS = 10

type Pick = Out<typeof catalogCalls.listExpertsChoice>['picks'][number]

const REASONS: Record<Pick['reasons'][number], TextKey> = {
  rating: 'experts.rating',
  growth: 'experts.growth',
  profit: 'experts.profit',
  delivery: 'experts.delivery',
  few_sellers: 'experts.few_sellers',
}

/** /app/find-product/experts-choice — picks with their score and reasons (sourcing spec §2). */
export function ExpertsChoicePage() {
  const t = useT()
  const [{ ship_to }, setFilters] = useFilters()
  const chosen = useCall(catalogCalls.listExpertsChoice, { ship_to }, { quiet: true })
  const pages = useMemo(() => (chosen.data ? [chosen.data.picks.map(({ product }) => product)] : []), [chosen.data])
  const byKey = useMemo(() => new Map(chosen.data?.picks.map((pick) => [keyOf(pick.product), pick])), [chosen.data])
  const extras = useCallback(
    (product: ProductCard) => {
      const pick = byKey.get(keyOf(product))
      if (!pick) return {}
      return {
        tag: t('experts.score', { score: pick.score }),
        note: pick.reasons.map((reason) => t(REASONS[reason])).join(' · '),
      }
    },
    [byKey, t],
  )
  return (
    <Page
      title={t('experts.title')}
      description={t('experts.text')}
      actions={<ShipToPicker compact value={ship_to} onChange={(code) => setFilters({ ship_to: code })} />}
    >
      <FindTabs selected="experts" filters={{ ...NO_FILTERS, ship_to }} />
      {chosen.isError ? <ReadFailed reading={chosen} title="find.failed" /> : null}
      {chosen.data?.picks.length === 0 ? <EmptyState title={t('find.none')} text={t('experts.none_text')} /> : null}
      <ProductGrid
        label={t('experts.title')}
        pages={pages}
        shipTo={ship_to}
        extras={extras}
        loading={chosen.isPending ? SKELETONS : 0}
        keys
      />
      <DrawerHost />
    </Page>
  )
}
