/** The heart of every card: shown at once, told to the server, ten seconds to take a removal back (sourcing spec §4). */
import { catalogCalls, type ProductCard } from '@omni/contracts/catalog.calls.ts'
import { personalCalls } from '@omni/contracts/personal.calls.ts'
import { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { useCallback } from 'react'
import { useT } from '../../platform/i18n.ts'
import { patchAnswers, refreshCalls, useAct } from '../../platform/query.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import { keyOf, type ProductKey } from './detail-address.ts'
import { mapCards } from './map-cards.ts'

const REMOVAL_DELAY_MS = 1000 // §4, §9: the list drops the entry this long after the server agreed

/** Every call whose answer has product cards in it. */
const WITH_CARDS = [
  catalogCalls.findProducts, catalogCalls.findByCollection, catalogCalls.listDropshippingProducts, catalogCalls.listCampaignProducts,
  catalogCalls.listInspiredProducts, catalogCalls.listExpertsChoice, catalogCalls.listFavourites, personalCalls.listPersonalizedProducts,
  personalCalls.listPickupLeftOff, imageSearchCalls.findSuppliers, productDetailCalls.getSourceProduct, supplierCalls.crawlBySeller,
] as const

function mark(products: readonly ProductKey[], favourite: boolean): () => void {
  const wanted = new Set(products.map(keyOf))
  const change = <T>(data: T): T => mapCards(data, (card) => wanted.has(keyOf(card)), favourite)
  const back = WITH_CARDS.map((call) => patchAnswers<typeof call>(call, change))
  return () => back.forEach((run) => run())
}

const toKey = ({ source, supplier_product_id }: { source: string; supplier_product_id: string }): ProductKey =>
  ({ source, source_product_id: supplier_product_id })

export type ToggleFavourite = (product: Pick<ProductCard, 'source' | 'source_product_id' | 'favourite'>) => void

export function useToggleFavourite(): ToggleFavourite {
  const t = useT()
  const add = useAct(catalogCalls.addFavourites, {
    refresh: [catalogCalls.listFavourites], quiet: true, optimistic: ({ products }) => mark(products.map(toKey), true),
  }).run
  const remove = useAct(catalogCalls.removeFavourite, {
    refresh: [], quiet: true, optimistic: (product) => mark([toKey(product)], false),
  }).run
  return useCallback<ToggleFavourite>(({ source, source_product_id, favourite }) => {
    const product = { source, supplier_product_id: source_product_id }
    const put = async () => {
      const reply = await add({ products: [product] })
      if (!reply.success) toast('error', reply.message || t('favourites.failed'))
    }
    const take = async () => {
      const reply = await remove(product)
      if (!reply.success) return toast('error', reply.message || t('favourites.failed'))
      undoToast(t('favourites.removed'), () => void put())
      setTimeout(() => void refreshCalls([catalogCalls.listFavourites]), REMOVAL_DELAY_MS)
    }
    void (favourite ? take() : put())
  }, [add, remove, t])
}
