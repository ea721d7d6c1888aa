import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { type ProductDetail, productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { Fold } from '@omni/ui/fold.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import classes from './detail.module.css'

const PAGE_SIZE = 5
const STARS = [5, 4, 3, 2, 1] as const

type Review = Out<typeof productDetailCalls.listReviews>['items'][number]

/** What buyers said: how the stars are split, then the newest with their pictures. */
export function Reviews({ product }: { product: ProductDetail }) {
  const t = useT()
  const format = useFormat()
  const list = useList(
    productDetailCalls.listReviews,
    { source: product.source, id: product.source_product_id, page_size: PAGE_SIZE },
    { quiet: true },
  )
  const reviews = list.data?.rows
  const stars = list.data?.pages[0]?.stars ?? []
  const known = stars.reduce((sum, count) => sum + count, 0)
  const all = Math.max(known, product.reviews_count)
  // Suppliers give some of their reviews, not all: the bars add up to those.
  const isPart = known > 0 && known < all
  const counted = isPart
    ? t('reviews.read_of', { read: format.number(known), all: format.number(all) })
    : format.number(all)
  const note = all > 0 ? counted : undefined
  return (
    <Fold title={t('reviews.title')} note={note}>
      {list.isPending ? <Skeleton height={120} /> : null}
      {list.isError ? (
        <p className={classes.quiet}>
          {t('reviews.failed')}{' '}
          <button type="button" className={classes.compare} onClick={() => void list.refetch()}>
            {t('actions.retry')}
          </button>
        </p>
      ) : null}
      {reviews?.length === 0 ? (
        <p className={classes.quiet}>{t(product.reviews_count > 0 ? 'reviews.not_given' : 'reviews.none')}</p>
      ) : null}
      {known > 0 ? (
        <ul className={classes.split} aria-label={t('reviews.split')}>
          {STARS.map((star, place) => (
            <li key={star}>
              <span>{t('reviews.stars', { count: star })}</span>
              <span className={classes.bar}>
                <span style={{ inlineSize: `${((stars[place] ?? 0) / known) * 100}%` }} />
              </span>
              <span>{format.number(stars[place] ?? 0)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <ul className={classes.reviews}>
        {reviews?.map((review) => (
          <li key={review.id}>
            <ReviewRow review={review} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('table.more')}
        </Button>
      ) : null}
    </Fold>
  )
}

function ReviewRow({ review }: { review: Review }) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const { rating, name, country, createdAt, feedback, orderInfos, images } = review
  const facts = [
    name,
    country ? countryName(country, locale) : '',
    createdAt ? format.date(createdAt, 'day') : '',
    orderInfos,
  ].filter(Boolean)
  return (
    <article className={classes.review}>
      <div className={classes.stars}>
        <VisuallyHidden>{t('reviews.stars', { count: Math.round(rating) })}</VisuallyHidden>
        {STARS.map((_, place) =>
          place < Math.round(rating) ? (
            <IconStarFilled key={place} size={14} aria-hidden="true" />
          ) : (
            <IconStar key={place} size={14} aria-hidden="true" />
          ),
        )}
      </div>
      <p dir="auto">{feedback}</p>
      {images.length > 0 ? (
        <div className={classes.reviewPictures}>
          {[...new Set(images)].map((image) => (
            <a key={image} href={image} target="_blank" rel="noreferrer" aria-label={t('reviews.picture')}>
              <LazyImage src={image} alt="" size={56} />
            </a>
          ))}
        </div>
      ) : null}
      <p className={classes.quiet}>{facts.join(' · ')}</p>
    </article>
  )
}
