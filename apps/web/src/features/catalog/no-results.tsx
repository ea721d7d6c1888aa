import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { CLEARED, countFilters } from './filter-groups.ts'
import type { Filters } from './filters.ts'
import { KeywordChips } from './keyword-chips.tsx'
import type { SetFilters } from './use-filters.ts'

interface NoResultsProps {
  filters: Filters
  /** Of all products, not of a collection. */
  ofAll: boolean
  lookAgain: () => void
  onChange: SetFilters
}

/** Nothing found: what to try next (sourcing spec §2). */
export function NoResults({ filters, ofAll, lookAgain, onChange }: NoResultsProps) {
  const t = useT()
  const { text, favourites } = filters
  const filtered = countFilters(filters) > 0
  const related = useCall(catalogCalls.getRelatedKeywords, { keyword: text }, { enabled: text !== '', quiet: true })
  const trending = useCall(catalogCalls.getTrendingKeywords, {}, { enabled: !favourites, quiet: true })
  const words = related.data?.keywords.length ? related.data.keywords : (trending.data?.keywords ?? [])
  if (favourites)
    return (
      <EmptyState
        title={t('favourites.none')}
        text={t('favourites.none_text')}
        action={
          <Button component={AppLink} href="/app/find-product">
            {t('favourites.find')}
          </Button>
        }
      />
    )
  if (ofAll && text === '' && !filtered) return <StillFilling lookAgain={lookAgain} />
  return (
    <div>
      <EmptyState
        drawing="map"
        title={text ? t('find.none_for', { text }) : t('find.none')}
        text={t(filtered ? 'find.none_filtered' : 'find.none_text')}
        action={
          <>
            {filtered ? <Button onClick={() => onChange(CLEARED)}>{t('filters.clear_all')}</Button> : null}
            <Button variant={filtered ? 'default' : 'filled'} component={AppLink} href="/app/find-product/image">
              {t('image.title')}
            </Button>
          </>
        }
      />
      <KeywordChips label={t('find.try')} words={words} centred />
    </div>
  )
}

const LOOK_AGAIN_MS = 3000

/** Nothing was asked for and nothing is there: the suppliers have not answered yet, as after the first start. */
function StillFilling({ lookAgain }: Pick<NoResultsProps, 'lookAgain'>) {
  const t = useT()
  useInterval(lookAgain, LOOK_AGAIN_MS, { autoInvoke: true })
  return <EmptyState drawing="map" title={t('find.filling')} text={t('find.filling_text')} />
}
