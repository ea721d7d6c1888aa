import type { SupplierCard } from '@omni/contracts/suppliers.calls.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { IconStarFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { supplierHref } from '../../product-cards/detail-address.ts'
import { FollowButton } from '../../product-cards/follow-button.tsx'
import classes from './suppliers.module.css'

export type Supplier = z.output<typeof SupplierCard>

const THUMBS = 4

/** One supplier in a list: who, how good, how much, and some of what it sells. */
export function SupplierRow({ supplier, note }: { supplier: Supplier; note?: ReactNode }) {
  const { source, seller_id, store_name, followed, images } = supplier
  return (
    <article className={classes.row}>
      <VendorBadge vendor={source} label={VENDOR_NAMES[source]} size={32} />
      <div className={classes.words}>
        <AppLink href={supplierHref(source, seller_id)} className={classes.name}>
          {store_name}
        </AppLink>
        <SupplierFacts supplier={supplier} />
        {note ? <p className={classes.note}>{note}</p> : null}
      </div>
      <div className={classes.thumbs} aria-hidden="true">
        {[...new Set(images)].slice(0, THUMBS).map((image) => (
          <LazyImage key={image} src={image} alt="" size={48} />
        ))}
      </div>
      <FollowButton source={source} sellerId={seller_id} name={store_name} followed={followed} />
    </article>
  )
}

export function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const t = useT()
  const format = useFormat()
  const { score, rating, reviews_count, products, orders } = supplier
  return (
    <ul className={classes.facts}>
      {rating === null ? null : (
        <li>
          <IconStarFilled size={13} aria-label={t('card.rating')} />
          {`${format.number(rating)} (${format.short(reviews_count)})`}
        </li>
      )}
      {score === null ? null : <li>{t('suppliers.score', { score: Math.round(score) })}</li>}
      <li>{t('suppliers.products', { count: products, shown: format.number(products) })}</li>
      <li>{t('suppliers.orders', { count: orders, shown: format.short(orders) })}</li>
    </ul>
  )
}
