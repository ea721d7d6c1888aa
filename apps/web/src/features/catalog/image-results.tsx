import { Button } from '@mantine/core'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { useCallback, useMemo } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { CallFailure } from '../../platform/query.ts'
import { keyOf } from '../../product-cards/detail-address.ts'
import { ProductGrid } from '../../product-cards/product-grid.tsx'
import type { useImageSearch } from '../product-detail/use-image-search.ts'
import { bestOf } from './best-offers.ts'
import classes from './image.module.css'

type Match = Out<typeof imageSearchCalls.findSuppliers>['same'][number]
type State = Out<typeof imageSearchCalls.getImageSearchState>

interface ImageResultsProps {
  search: ReturnType<typeof useImageSearch>
  /** No picture yet. */
  waiting: boolean
  state: State | undefined
  source: Source | null
  shipTo: string
}

const SKELETONS = 8

/** "Same product" with the fastest and the cheapest, then "Similar style", each with how well it matches. */
export function ImageResults({ search, waiting, state, source, shipTo }: ImageResultsProps) {
  const t = useT()
  const { data, isError, error, isFetching, isLoading, refetch } = search
  const of = (matches: readonly Match[] | undefined) =>
    matches?.filter(({ product }) => source === null || product.source === source) ?? []
  const same = of(data?.same)
  const similar = of(data?.similar)
  if (isError) {
    const isUsedUp = error instanceof CallFailure && error.envelope.status === CODES.quota_expired.status
    return (
      <ErrorState
        title={t('image.failed')}
        text={error.message}
        onRetry={isUsedUp ? undefined : () => void refetch()}
        retrying={isFetching}
        action={
          isUsedUp ? (
            <Button component={AppLink} href="/public/pricing">
              {t('usage.see_plans')}
            </Button>
          ) : null
        }
      />
    )
  }
  return (
    <>
      {state?.state === 'preparing' ? <Preparing state={state} /> : null}
      {state?.state === 'ready' && state.indexed < state.pictures ? <Coverage state={state} /> : null}
      {waiting && state?.state !== 'preparing' ? (
        <EmptyState title={t('image.start')} text={t('image.start_text')} />
      ) : null}
      {isLoading ? <ProductGrid label={t('image.searching')} pages={[]} shipTo={shipTo} loading={SKELETONS} /> : null}
      {same.length > 0 ? <Group title={t('image.same')} matches={same} shipTo={shipTo} flags /> : null}
      {similar.length > 0 ? <Group title={t('image.similar')} matches={similar} shipTo={shipTo} /> : null}
      {data?.state === 'ready' && same.length + similar.length === 0 ? (
        <EmptyState drawing="map" title={t('image.none')} text={t('image.none_text')} />
      ) : null}
    </>
  )
}

function Group({
  title,
  matches,
  shipTo,
  flags = false,
}: {
  title: string
  matches: readonly Match[]
  shipTo: string
  flags?: boolean
}) {
  const t = useT()
  const format = useFormat()
  const pages = useMemo(() => [matches.map(({ product }) => product)], [matches])
  const extras = useCallback(
    (product: ProductCard) => {
      const match = matches.find((item) => keyOf(item.product) === keyOf(product))?.match
      const best = flags ? bestOf(matches.map((item) => item.product)) : { fastest: null, cheapest: null }
      const words = [
        best.fastest === keyOf(product) ? t('detail.fastest') : '',
        best.cheapest === keyOf(product) ? t('detail.cheapest') : '',
      ].filter(Boolean)
      return {
        tag: match === undefined ? undefined : t('image.match', { match }),
        flag: words.map((word) => (
          <span key={word} className={classes.flag}>
            {word}
          </span>
        )),
      }
    },
    [matches, flags, t],
  )
  return (
    <section className={classes.group}>
      <div className={classes.groupHead}>
        <h2 className={classes.groupTitle}>{title}</h2>
        <span className={classes.quiet}>
          {t('find.count', { count: matches.length, shown: format.number(matches.length) })}
        </span>
      </div>
      <ProductGrid label={title} pages={pages} shipTo={shipTo} extras={extras} keys={flags} />
    </section>
  )
}

/** Whoever finds nothing should know how much was looked at. */
function Coverage({ state: { indexed, pictures } }: { state: State }) {
  const t = useT()
  const format = useFormat()
  return (
    <output className={classes.quiet}>
      {t('image.coverage', { indexed: format.number(indexed), pictures: format.number(pictures) })}
    </output>
  )
}

function Preparing({ state }: { state: State }) {
  const t = useT()
  const format = useFormat()
  return (
    <output className={classes.preparing}>
      <span className={classes.groupTitle}>{t('image.preparing')}</span>
      <span className={classes.quiet}>
        {t('image.preparing_text', { indexed: format.number(state.indexed), pictures: format.number(state.pictures) })}
      </span>
      <progress
        className={classes.progress}
        max={Math.max(1, state.pictures)}
        value={state.indexed}
        aria-label={t('image.preparing')}
      />
    </output>
  )
}
