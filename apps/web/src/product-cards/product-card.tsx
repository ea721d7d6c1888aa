import { VisuallyHidden } from '@mantine/core'
import type { ProductCard as Product } from '@omni/contracts/catalog.calls.ts'
import { shownCountryCode } from '@omni/domain/country-codes.ts'
import { NO_SHIPPING_TIME } from '@omni/domain/shipping-time.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import {
  IconCheck,
  IconDownload,
  IconEye,
  IconHeart,
  IconHeartFilled,
  IconPencil,
  IconPhotoSearch,
  IconStarFilled,
} from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { VendorBadge } from '../platform/vendor-badge.tsx'
import { AppLink } from '../platform/app-link.tsx'
import { VENDOR_NAMES } from '../platform/vendor-names.ts'
import { wayOnCard } from './buying-way.ts'
import type { CardShow } from './card-show.ts'
import { useIsAdding } from './added-products.ts'
import { detailHref, keyOf, similarHref } from './detail-address.ts'
import type { ToggleFavourite } from './favourites.ts'
import type { ImportProduct } from './import-product.ts'
import classes from './product-card.module.css'
import { editorHref } from './editor-address.ts'
import { shownDays } from './shown-days.ts'

export interface ProductCardProps {
  product: Product
  shipTo: string
  show: CardShow
  onFavourite: ToggleFavourite
  onImport: ImportProduct
  /** Its place in the list, from 1. */
  position?: number
  /** Opens the drawer; without it the link leads to the page. */
  onOpen?: ((product: Product) => void) | undefined
  /** Top end instead of the heart: how well it matches. */
  tag?: ReactNode
  /** Bottom start of the picture: fastest, cheapest. */
  flag?: ReactNode
  /** Below the figures: why it is here. */
  note?: ReactNode
  /** In the place of the import button. */
  action?: ReactNode
}

/** Look 02-find: square picture edge to edge, badge, heart; cost and profit; rating, sold, days. */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const {
    product,
    shipTo,
    show: { t },
    onFavourite,
    onOpen,
    tag,
    flag,
    note,
    action,
  } = props
  const { name, image, source, favourite, imported, condition } = product
  const way = wayOnCard(source)
  const Heart = favourite ? IconHeartFilled : IconHeart
  const open = (event: MouseEvent) => {
    // With a key held the browser opens the page in a tab of its own.
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(product)
  }
  return (
    <article className={classes.card} data-card>
      <div className={classes.picture}>
        <LazyImage src={image} alt="" />
        <span className={classes.badge}>
          <VendorBadge vendor={source} label={VENDOR_NAMES[source]} />
        </span>
        {tag ? <span className={classes.tag}>{tag}</span> : null}
        <span className={classes.bottom}>
          {imported ? (
            <span className={classes.chip}>
              <IconCheck size={14} stroke={2.4} aria-hidden="true" />
              {t('card.imported')}
            </span>
          ) : null}
          {way ? <span className={classes.chip}>{t(way)}</span> : null}
          {condition === 'new' ? null : <span className={classes.chip}>{t(`condition.${condition}`)}</span>}
          {flag}
        </span>
      </div>
      <div className={classes.body}>
        <AppLink
          href={detailHref(product, shipTo)}
          className={classes.title}
          dir="auto"
          data-card-link
          title={name}
          onClick={open}
        >
          {name}
        </AppLink>
        <Figures {...props} />
        {note ? <div className={classes.note}>{note}</div> : null}
      </div>
      <button
        type="button"
        className={classes.heart}
        data-card-heart
        data-on={favourite || undefined}
        data-below={tag ? true : undefined}
        aria-pressed={favourite}
        aria-label={t('card.favourite', { name })}
        onClick={() => onFavourite(product)}
      >
        <Heart size={17} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <div className={classes.quick}>
        {action ?? <ImportButton {...props} />}
        {onOpen ? (
          <button
            type="button"
            className={classes.similar}
            onClick={() => onOpen(product)}
            aria-label={t('card.quick_view_named', { name })}
            title={t('card.quick_view')}
          >
            <IconEye size={17} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        ) : null}
        <AppLink
          href={similarHref(product, shipTo)}
          className={classes.similar}
          aria-label={t('card.similar_named', { name })}
          title={t('card.similar')}
        >
          <IconPhotoSearch size={17} stroke={ICON_STROKE} aria-hidden="true" />
        </AppLink>
      </div>
    </article>
  )
})

/** Idle, importing, imported (sourcing spec §4); what is imported cannot be imported again, and leads to its editor. */
function ImportButton({ product, shipTo, show: { t }, onImport, position }: ProductCardProps) {
  const importing = useIsAdding(keyOf(product))
  const { name, imported, imported_as } = product
  if (imported_as !== null)
    return (
      <AppLink
        href={editorHref('import', imported_as)}
        className={classes.look}
        data-imported
        aria-label={t('imports.edit_named', { name })}
      >
        <IconPencil size={16} stroke={ICON_STROKE} aria-hidden="true" />
        {t('imports.edit')}
      </AppLink>
    )
  const Icon = imported ? IconCheck : IconDownload
  return (
    <button
      type="button"
      className={classes.look}
      data-card-import
      data-busy={importing || undefined}
      aria-disabled={imported || importing}
      aria-label={t(imported ? 'imports.imported_named' : 'imports.import_named', { name })}
      onClick={() => onImport(product, shipTo, position)}
    >
      <Icon size={16} stroke={ICON_STROKE} aria-hidden="true" />
      {t(imported ? 'imports.imported' : importing ? 'imports.importing' : 'imports.import')}
    </button>
  )
}

function Figures({ product, shipTo, show: { t, money, format } }: ProductCardProps) {
  const {
    price_range: [low, high],
    profit_usd,
    profit_margin,
    ships,
    rating,
    lastest_volume,
    shipping_time_min,
    shipping_time_max,
  } = product
  const cost = money(low)
  const profit = money(profit_usd)
  const days = shownDays(shipping_time_min, shipping_time_max)
  return (
    <>
      <div className={classes.figures}>
        <span className={classes.cost}>
          {high > low ? <VisuallyHidden>{`${t('card.from')} `}</VisuallyHidden> : null}
          {/* The lowest price, with a plus where others are higher; the range is in the tip. */}
          <Money
            text={high > low ? `${cost.text}+` : cost.text}
            original={high > low ? `${cost.text} – ${money(high).text}` : cost.original}
          />
        </span>
        {profit_usd === null || profit_margin === null ? (
          <span className={classes.unknown}>
            {t(ships === false ? 'card.does_not_ship' : 'card.shipping_unknown', { country: shownCountryCode(shipTo) })}
          </span>
        ) : (
          <span className={classes.profit}>
            <Money
              text={profit_usd > 0 ? `+${profit.text}` : profit.text}
              original={profit.original}
              tone={profit_usd < 0 ? 'loss' : 'gain'}
            />
            <span data-loss={profit_usd < 0 || undefined}>{` · ${t('card.margin', { margin: profit_margin })}`}</span>
          </span>
        )}
      </div>
      <div className={classes.details}>
        {rating === null ? null : (
          <span className={classes.rating}>
            <IconStarFilled size={13} aria-label={t('card.rating')} />
            {format.number(rating)}
          </span>
        )}
        <span>{t('card.sold', { count: lastest_volume, shown: format.short(lastest_volume) })}</span>
        <span className={classes.days}>{days === null ? NO_SHIPPING_TIME : t('card.days', { days })}</span>
      </div>
    </>
  )
}
