import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { supplierHref } from '../../product-cards/detail-address.ts'
import { FollowButton } from '../../product-cards/follow-button.tsx'
import classes from './detail.module.css'

/** Who sells it: score, follow, and the way to everything else of that supplier. */
export function SupplierBox({ product }: { product: ProductDetail }) {
  const t = useT()
  const { source, store_info: store } = product
  if (!store) return null
  return (
    <section className={classes.supplier} aria-label={t('suppliers.one')}>
      <VendorBadge vendor={source} label={VENDOR_NAMES[source]} size={32} />
      <div className={classes.supplierWords}>
        <AppLink href={supplierHref(source, store.store_id)} className={classes.supplierName}>
          {store.store_name}
        </AppLink>
        <span className={classes.quiet}>
          {store.score === null
            ? VENDOR_NAMES[source]
            : `${VENDOR_NAMES[source]} · ${t('suppliers.score', { score: Math.round(store.score) })}`}
        </span>
      </div>
      <FollowButton source={source} sellerId={store.store_id} name={store.store_name} followed={store.followed} />
    </section>
  )
}
