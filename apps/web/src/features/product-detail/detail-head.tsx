import { Button } from '@mantine/core'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconAlertTriangle, IconExternalLink, IconStarFilled } from '@tabler/icons-react'
import { SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './detail.module.css'

/** Title with the way to the source, rating and orders, how old the figures are. */
export function DetailTitle({ product, heading: Heading }: { product: ProductDetail; heading: 'h1' | 'h2' }) {
  const { t, format } = useCardShow()
  const { name, product_link, condition, rating, reviews_count, lastest_volume, listings, data_at, stale } = product
  const facts = [
    reviews_count > 0 ? t('detail.reviews', { count: reviews_count, shown: format.number(reviews_count) }) : '',
    t('detail.orders', { count: lastest_volume, shown: format.number(lastest_volume) }),
    listings === null ? '' : t('detail.listings', { count: listings, shown: format.number(listings) }),
    t('detail.asked', { when: format.ago(data_at) }),
  ].filter(Boolean)
  return (
    <div>
      <div className={classes.titleRow}>
        <Heading className={classes.title} dir="auto">
          {name}
        </Heading>
        {product_link ? (
          <Button
            component="a"
            href={product_link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            className={classes.viewSource ?? ''}
            leftSection={<IconExternalLink size={15} stroke={ICON_STROKE} aria-hidden="true" />}
          >
            <span className={classes.viewSourceWord}>{t('detail.view_source')}</span>
          </Button>
        ) : null}
      </div>
      <p className={classes.facts}>
        {/* Where second-hand goods are sold too, new ones are worth saying. */}
        {condition !== 'new' || SUPPLIER_FACTS[product.source].sells_used ? (
          <span className={classes.condition} data-new={condition === 'new' || undefined}>
            {t(`condition.${condition}`)}
          </span>
        ) : null}
        {rating === null ? null : (
          <span className={classes.rating}>
            <IconStarFilled size={14} aria-label={t('card.rating')} />
            <strong>{format.number(rating)}</strong>
          </span>
        )}
        {facts.join(' · ')}
      </p>
      {stale ? (
        <output className={classes.stale}>
          <IconAlertTriangle size={16} stroke={ICON_STROKE} aria-hidden="true" />
          {t('detail.stale', { when: format.ago(data_at) })}
        </output>
      ) : null}
    </div>
  )
}
