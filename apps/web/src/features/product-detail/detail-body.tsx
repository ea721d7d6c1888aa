import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { useMemo } from 'react'
import type { ProductKey } from '../../product-cards/detail-address.ts'
import { BuyingRow } from './buying-row.tsx'
import { DecisionBox } from './decision-box.tsx'
import { DetailTitle } from './detail-head.tsx'
import { Description, ShippingAndReturns, Specifications } from './detail-sections.tsx'
import classes from './detail.module.css'
import { ElsewhereTable } from './elsewhere-table.tsx'
import { Gallery } from './gallery.tsx'
import { HistoryCharts } from './history-charts.tsx'
import { AlsoLike, BySeller, Inspired } from './more-products.tsx'
import { OptionPicker } from './option-picker.tsx'
import { Reviews } from './reviews.tsx'
import { ShipToRow } from './ship-to-row.tsx'
import { SupplierBox } from './supplier-card.tsx'
import { useOffer } from './use-offer.ts'

interface DetailBodyProps {
  product: ProductDetail
  bySeller: readonly ProductCard[]
  shipTo: string
  onShipTo: (code: string) => void
  /** A similar product, or another offer of this one. */
  onOpen: (product: ProductKey, card?: ProductCard) => void
  heading: 'h1' | 'h2'
}

/** Everything of a product, shared by the drawer and the page (sourcing spec §2). Give it the product as its key. */
export function DetailBody({ product, bySeller, shipTo, onShipTo, onOpen, heading }: DetailBodyProps) {
  const offer = useOffer(product, shipTo)
  const images = useMemo(
    () => [...new Set([...product.images, ...product.variants.flatMap(({ image }) => image ?? [])])],
    [product.images, product.variants],
  )
  const openCard = (card: ProductCard) => onOpen(card, card)
  return (
    <div className={classes.body}>
      <div className={classes.columns}>
        <div className={classes.start}>
          <Gallery name={product.name} images={images} wanted={offer.variant?.image ?? null} />
        </div>
        <div className={classes.main}>
          <DetailTitle product={product} heading={heading} />
          <OptionPicker product={product} offer={offer} />
          <ShipToRow offer={offer} shipTo={shipTo} onShipTo={onShipTo} />
          <BuyingRow source={product.source} countries={product.ship_countries} />
          <DecisionBox product={product} offer={offer} />
          <ElsewhereTable product={product} shipTo={shipTo} onOpen={onOpen} />
          <SupplierBox product={product} />
        </div>
        <div className={classes.history}>
          <HistoryCharts product={product} />
        </div>
      </div>
      <div className={classes.folds}>
        <Specifications product={product} />
        <Description html={product.description} />
        <ShippingAndReturns product={product} offer={offer} />
        <Reviews product={product} />
      </div>
      <AlsoLike product={product} shipTo={shipTo} onOpen={openCard} />
      <BySeller products={bySeller} shipTo={shipTo} onOpen={openCard} />
      <Inspired product={product} shipTo={shipTo} onOpen={openCard} />
    </div>
  )
}
