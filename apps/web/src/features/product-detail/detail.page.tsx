import { Anchor, Button } from '@mantine/core'
import { isSource, type Source, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { findCountry } from '@omni/domain/countries.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconChevronLeft } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { detailHref, keyOf } from '../../product-cards/detail-address.ts'
import { NotFoundHere } from '../../shell/not-found-here.tsx'
import { DetailActions } from './detail-actions.tsx'
import { DetailBody } from './detail-body.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import classes from './detail.module.css'
import { useProductDetail } from './use-product-detail.ts'

/**
 * /app/find-product/{productSource}/detail/{productId}/{shipTo} — the page version of the detail (sourcing spec §2).
 */
export function DetailPage() {
  const { productSource = '', productId = '', shipTo = '' } = useParams({ strict: false })
  const country = findCountry(toIsoCountry(shipTo))?.code
  if (!isSource(productSource) || productId === '' || !country) return <NotFoundHere />
  return <Detail source={productSource} productId={productId} shipTo={country} />
}

function Detail({ source, productId, shipTo }: { source: Source; productId: string; shipTo: string }) {
  const t = useT()
  const format = useFormat()
  const detail = useProductDetail({ source, product_id: productId }, shipTo)
  const product = detail.data?.product
  const stock = product?.stock ?? null
  return (
    <div className={classes.page}>
      <div className={classes.pageHead}>
        <Anchor component={AppLink} href="/app/find-product" size="sm" className={classes.back ?? ''}>
          <IconChevronLeft className={classes.backArrow} size={16} stroke={ICON_STROKE} aria-hidden="true" />
          {t('find.title')}
        </Anchor>
        <VendorBadge vendor={source} label="" />
        <span className={classes.vendor}>{VENDOR_NAMES[source]}</span>
        {stock === null ? null : (
          <StatusDot tone={stock > 0 ? 'green' : 'red'}>
            {stock > 0 ? t('detail.in_stock', { count: stock, shown: format.number(stock) }) : t('detail.out_of_stock')}
          </StatusDot>
        )}
      </div>
      {detail.isPending ? <DetailSkeleton card={undefined} heading="h1" /> : null}
      {detail.isError && !product ? (
        <>
          <h1 className={classes.hidden}>{t('detail.title')}</h1>
          <EmptyState
            title={t('detail.failed')}
            text={detail.error.message}
            action={
              <Button loading={detail.isFetching} onClick={() => void detail.refetch()}>
                {t('actions.retry')}
              </Button>
            }
          />
        </>
      ) : null}
      {product ? (
        <>
          <DetailBody
            key={keyOf(product)}
            product={product}
            bySeller={detail.data?.by_seller ?? []}
            shipTo={shipTo}
            heading="h1"
            onShipTo={(code) => go(detailHref(product, code))}
            onOpen={(other) => go(detailHref(other, shipTo))}
          />
          <div className={classes.pageFoot}>
            <DetailActions product={product} shipTo={shipTo} />
          </div>
        </>
      ) : null}
    </div>
  )
}
