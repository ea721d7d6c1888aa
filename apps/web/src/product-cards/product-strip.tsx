import type { ProductCard as Product } from '@omni/contracts/catalog.calls.ts'
import { Carousel } from '@omni/ui/carousel.tsx'
import { useId } from 'react'
import { useCardShow } from './card-show.ts'
import { keyOf } from './detail-address.ts'
import { useToggleFavourite } from './favourites.ts'
import { useImportProduct } from './import-product.ts'
import { openDetail } from './open-detail.ts'
import { ProductCard } from './product-card.tsx'
import { CardSkeletons, type CardExtras } from './product-grid.tsx'
import classes from './product-strip.module.css'

interface ProductStripProps {
  label: string
  /** undefined while loading. */
  products: readonly Product[] | undefined
  shipTo: string
  /** `drawer` opens over this page, `page` leaves it. */
  opens?: 'drawer' | 'page'
  /** Replaces what the cards do when opened: inside the drawer there is no second one. */
  onOpen?: ((product: Product) => void) | undefined
  extras?: ((product: Product) => CardExtras) | undefined
}

const SKELETONS = 5 // sourcing spec §2

/** Products side by side, 2 to 5 by width. */
export function ProductStrip({ label, products, shipTo, opens = 'page', onOpen, extras }: ProductStripProps) {
  const id = useId()
  const show = useCardShow()
  const onFavourite = useToggleFavourite()
  const onImport = useImportProduct()
  if (!products)
    return (
      <ul className={classes.waiting} aria-hidden="true">
        <CardSkeletons count={SKELETONS} />
      </ul>
    )
  const list = { id, products, total: show.format.number(products.length) }
  const open =
    onOpen ??
    (opens === 'drawer'
      ? (product: Product) => openDetail({ product, card: product, shipTo, list, similar: false })
      : undefined)
  return (
    <Carousel label={label}>
      {products.map((product) => (
        <ProductCard
          key={keyOf(product)}
          product={product}
          shipTo={shipTo}
          show={show}
          onFavourite={onFavourite}
          onImport={onImport}
          onOpen={open}
          {...extras?.(product)}
        />
      ))}
    </Carousel>
  )
}
