import { personalCalls } from '@omni/contracts/personal.calls.ts'
import { Button } from '@mantine/core'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useMemo } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { ProductGrid } from '../../product-cards/product-grid.tsx'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { DrawerHost } from '../product-detail/drawer-host.tsx'
import { useFilters } from './use-filters.ts'

const MOST = 60 // the call's own limit
const SKELETONS = 15

/** /app/catalog/personalized — products near what this seller looked at, and why (sourcing spec §2). */
export function PersonalizedPage() {
  const t = useT()
  const [{ ship_to }, setFilters] = useFilters()
  const picked = useCall(personalCalls.listPersonalizedProducts, { ship_to, limit: MOST }, { quiet: true })
  const pages = useMemo(() => (picked.data ? [picked.data.items] : []), [picked.data])
  const why = picked.data
    ? t(picked.data.from === 'new' ? 'personalized.from_new' : 'personalized.from_behaviour')
    : t('personalized.text')
  return (
    <Page
      title={t('personalized.title')}
      description={why}
      actions={<ShipToPicker compact value={ship_to} onChange={(code) => setFilters({ ship_to: code })} />}
    >
      {picked.isError ? <ReadFailed reading={picked} title="find.failed" /> : null}
      {picked.data?.items.length === 0 ? (
        <EmptyState
          title={t('find.none')}
          text={t('personalized.none_text')}
          action={
            <Button component={AppLink} href="/app/find-product">
              {t('favourites.find')}
            </Button>
          }
        />
      ) : null}
      <ProductGrid
        label={t('personalized.title')}
        pages={pages}
        shipTo={ship_to}
        loading={picked.isPending ? SKELETONS : 0}
        keys
      />
      <DrawerHost />
    </Page>
  )
}
