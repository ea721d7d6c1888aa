import { catalogCalls, type ProductCard } from '@omni/contracts/catalog.calls.ts'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { Fold } from '@omni/ui/fold.tsx'
import { useMemo, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { store, stored } from '../../platform/storage.ts'
import { keyOf } from '../../product-cards/detail-address.ts'
import { ProductStrip } from '../../product-cards/product-strip.tsx'
import classes from './detail.module.css'
import { useImageSearch } from './use-image-search.ts'

interface MoreProps {
  product: ProductDetail
  shipTo: string
  onOpen: (product: ProductCard) => void
}

/** "You may also like": similar products found by image search. Absent when there are none or it cannot be asked. */
export function AlsoLike({ product, shipTo, onOpen }: MoreProps) {
  const t = useT()
  const { source, source_product_id } = product
  const question = useMemo(
    () => ({ id: keyOf({ source, source_product_id }), input: { source, product_source_id: source_product_id } }),
    [source, source_product_id],
  )
  const found = useImageSearch(question, shipTo)
  const products =
    found.data &&
    [...found.data.same, ...found.data.similar]
      .map((match) => match.product)
      .filter((item) => keyOf(item) !== question.id)
  if (found.isError || products?.length === 0) return null
  return (
    <section className={classes.block}>
      <h2 className={classes.blockTitle}>{t('detail.also_like')}</h2>
      <ProductStrip label={t('detail.also_like')} products={products} shipTo={shipTo} onOpen={onOpen} />
    </section>
  )
}

export function BySeller({
  products,
  shipTo,
  onOpen,
}: Omit<MoreProps, 'product'> & { products: readonly ProductCard[] }) {
  const t = useT()
  if (products.length === 0) return null
  return (
    <section className={classes.block}>
      <h2 className={classes.blockTitle}>{t('detail.by_seller')}</h2>
      <ProductStrip label={t('detail.by_seller')} products={products} shipTo={shipTo} onOpen={onOpen} />
    </section>
  )
}

const FOLDED_KEY = 'omni.inspired-folded'

/** "Get inspired": whether it is folded is remembered in this browser (sourcing spec §2). */
export function Inspired({ product, shipTo, onOpen }: MoreProps) {
  const t = useT()
  const [opened, setOpened] = useState(() => stored(FOLDED_KEY) !== '1')
  const inspired = useCall(
    catalogCalls.listInspiredProducts,
    { product_id: product.id, ship_to: shipTo },
    { enabled: opened, quiet: true },
  )
  const toggle = (next: boolean) => {
    setOpened(next)
    store(FOLDED_KEY, next ? null : '1')
  }
  if (inspired.isError || inspired.data?.items.length === 0) return null
  return (
    <Fold title={t('detail.inspired')} opened={opened} onToggle={toggle}>
      <ProductStrip label={t('detail.inspired')} products={inspired.data?.items} shipTo={shipTo} onOpen={onOpen} />
    </Fold>
  )
}
