import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { Skeleton } from '@mantine/core'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { IconCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { type CardShow, useCardShow } from '../../product-cards/card-show.ts'
import classes from './catalog.module.css'
import { COLLECTION_LOOKS, collectionHref } from './collections.ts'
import { useBullets } from './use-bullets.ts'

type Collection = Out<typeof catalogCalls.listCollections>['collections'][number]

const THUMBS = 3
const CARDS = 4
const HEIGHT = 330 // the cards' least height: what is below must not move when they come

/** The collections of sourcing spec §2 with their figures; two or three bullets each. */
export function CollectionCards() {
  const t = useT()
  const show = useCardShow()
  const { data, isError, error, isFetching, refetch } = useCall(catalogCalls.listCollections, {}, { quiet: true })
  if (isError)
    return (
      <ErrorState
        title={t('collections.failed')}
        text={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return (
    <ul className={classes.collections} aria-busy={!data}>
      {data?.collections.map((item) => (
        <li key={item.collection_slug}>
          <CollectionCard collection={item} show={show} />
        </li>
      ))}
      {data
        ? null
        : Array.from({ length: CARDS }, (_, index) => (
            <li key={index} aria-hidden="true">
              <Skeleton height={HEIGHT} radius="lg" />
            </li>
          ))}
    </ul>
  )
}

/** A bullet is told by its figure; without one it says nothing. */
function isTelling(bullet: string, { average_days, average_profit, orders_week }: Collection): boolean {
  if (bullet === 'days') return average_days !== null
  if (bullet === 'profit') return average_profit > 0
  return bullet === 'orders' ? orders_week > 0 : bullet === 'fresh' || bullet === 'suppliers'
}

function bulletText(
  bullet: string,
  { average_days, average_profit, orders_week }: Collection,
  { t, money, format }: CardShow,
): string {
  if (bullet === 'days') return t('bullets.days', { days: average_days ?? 0 })
  if (bullet === 'profit') return t('bullets.profit', { amount: money(average_profit).text })
  if (bullet === 'orders') return t('bullets.orders', { count: orders_week, shown: format.number(orders_week) })
  return t(bullet === 'fresh' ? 'bullets.fresh' : 'bullets.suppliers')
}

function CollectionCard({ collection, show }: { collection: Collection; show: CardShow }) {
  const { t, money, format } = show
  const { collection_slug: slug, products, images, bullets, average_profit, average_days } = collection
  const { title, text, icon: Icon, tone } = COLLECTION_LOOKS[slug]
  const profit = money(average_profit)
  const shown = useBullets(
    slug,
    useMemo(() => bullets.filter((bullet) => isTelling(bullet, collection)), [bullets, collection]),
  )
  return (
    <article className={classes.collection}>
      <div className={classes.collectionHead}>
        <span className={classes.symbol} data-tone={tone}>
          <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </span>
        <div className={classes.words}>
          <AppLink href={collectionHref(slug)} className={classes.collectionTitle}>
            {t(title)}
          </AppLink>
          <p className={classes.quiet}>{t(text)}</p>
        </div>
      </div>
      <div className={classes.thumbs} aria-hidden="true">
        {[...new Set(images)].slice(0, THUMBS).map((image) => (
          <LazyImage key={image} src={image} alt="" />
        ))}
      </div>
      <ul className={classes.bullets}>
        {shown.map((bullet) => (
          <li key={bullet}>
            <IconCheck size={15} stroke={2} aria-hidden="true" />
            {bulletText(bullet, collection, show)}
          </li>
        ))}
      </ul>
      <dl className={classes.numbers}>
        <div>
          <dt>{t('collections.products')}</dt>
          <dd>{format.number(products)}</dd>
        </div>
        <div>
          <dt>{t('collections.profit')}</dt>
          <dd>{products === 0 ? '–' : <Money text={profit.text} original={profit.original} tone="gain" />}</dd>
        </div>
        <div>
          <dt>{t('collections.days')}</dt>
          <dd>{average_days === null ? '–' : t('card.days', { days: average_days })}</dd>
        </div>
      </dl>
    </article>
  )
}
