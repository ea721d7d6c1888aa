import { Page } from '@omni/ui/page.tsx'
import { useT } from '../../platform/i18n.ts'
import { CollectionCards } from './collection-card.tsx'

/** /app/find-product/collection — all collections (sourcing spec §2). */
export function CollectionPage() {
  const t = useT()
  return (
    <Page title={t('collections.title')} description={t('collections.text')}>
      <CollectionCards />
    </Page>
  )
}
