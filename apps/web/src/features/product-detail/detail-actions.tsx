import { Button } from '@mantine/core'
import { catalogCalls, type ProductCard } from '@omni/contracts/catalog.calls.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCheck, IconDownload, IconEyeOff, IconHeart, IconHeartFilled, IconPhotoSearch } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useIsAdding } from '../../product-cards/added-products.ts'
import { keyOf, similarHref } from '../../product-cards/detail-address.ts'
import { useToggleFavourite } from '../../product-cards/favourites.ts'
import { useHideProduct } from '../../product-cards/hide-product.ts'
import { useImportProduct } from '../../product-cards/import-product.ts'
import { PushImported } from '../listings/push-imported.tsx'
import { PushSourceButton } from '../listings/push-source-button.tsx'
import classes from './detail.module.css'

/**
 * The footer of the drawer, the bar at the bottom of a phone: favourite, my favourites with their count, similar,
 * import.
 */
export function DetailActions({ product, shipTo }: { product: ProductCard; shipTo: string }) {
  const t = useT()
  const format = useFormat()
  const toggle = useToggleFavourite()
  const kept = useCall(catalogCalls.listFavourites, { ship_to: shipTo, page_size: 1 }, { quiet: true, keep: true })
  const importProduct = useImportProduct()
  const hide = useHideProduct()
  const importing = useIsAdding(keyOf(product))
  const { favourite, imported } = product
  const Heart = favourite ? IconHeartFilled : IconHeart
  return (
    <div className={classes.actions} data-action-bar>
      <Button
        variant="default"
        aria-pressed={favourite}
        aria-label={t('favourites.add')}
        className={classes.favourite ?? ''}
        data-on={favourite || undefined}
        leftSection={<Heart size={16} stroke={ICON_STROKE} aria-hidden="true" />}
        onClick={() => toggle(product)}
      >
        <span className={classes.favouriteWord}>{t(favourite ? 'favourites.kept' : 'favourites.add')}</span>
      </Button>
      <AppLink href="/app/find-product?favourites=true" className={classes.mine}>
        {kept.data ? t('favourites.mine_count', { shown: format.number(kept.data.total) }) : t('favourites.title')}
      </AppLink>
      <span className={classes.variantCount}>{t('detail.variants', { count: product.total_variants })}</span>
      <span className={classes.onward}>
        <Button
          variant="default"
          className={`${classes.favourite} ${classes.hideButton}`}
          aria-label={t('hidden.hide_named', { name: product.name })}
          leftSection={<IconEyeOff size={16} stroke={ICON_STROKE} aria-hidden="true" />}
          onClick={() => void hide(product.id)}
        >
          <span className={classes.favouriteWord}>{t('hidden.hide')}</span>
        </Button>
        <Button
          variant="default"
          className={classes.favourite ?? ''}
          component={AppLink}
          href={similarHref(product, shipTo)}
          aria-label={t('card.similar')}
          leftSection={<IconPhotoSearch size={16} stroke={ICON_STROKE} aria-hidden="true" />}
        >
          <span className={classes.favouriteWord}>{t('card.similar')}</span>
        </Button>
        {imported ? (
          <>
            <Button
              variant="default"
              className={classes.favourite ?? ''}
              component={AppLink}
              href="/app/products-import"
              aria-label={t('imports.imported')}
              leftSection={<IconCheck size={16} stroke={ICON_STROKE} aria-hidden="true" />}
            >
              <span className={classes.favouriteWord}>{t('imports.imported')}</span>
            </Button>
            <PushImported product={product} />
          </>
        ) : (
          <>
            <PushSourceButton products={[product]} />
            <Button
              loading={importing}
              leftSection={<IconDownload size={16} stroke={ICON_STROKE} aria-hidden="true" />}
              onClick={() => importProduct(product, shipTo)}
            >
              {t('imports.import')}
            </Button>
          </>
        )}
      </span>
    </div>
  )
}
