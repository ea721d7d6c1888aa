/**
 * The heart of every card: shown at once, then saved; a removal can be undone for ten seconds (sourcing spec §4).
 */
import { catalogCalls, type ProductCard } from '@omni/contracts/catalog.calls.ts'
import { useCallback } from 'react'
import { useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { refreshCalls } from '../platform/query.ts'
import { toast, undoToast } from '../platform/toasts.tsx'
import { markCards } from './card-answers.ts'
import type { ProductKey } from './detail-address.ts'

const REMOVAL_DELAY_MS = 1000 // §4, §9: the list drops the entry this long after the server agreed

const mark = (products: readonly ProductKey[], favourite: boolean) => markCards(products, { favourite })

const toKey = ({ source, supplier_product_id }: { source: string; supplier_product_id: string }): ProductKey => ({
  source,
  source_product_id: supplier_product_id,
})

export type ToggleFavourite = (product: Pick<ProductCard, 'source' | 'source_product_id' | 'favourite'>) => void

export function useToggleFavourite(): ToggleFavourite {
  const t = useT()
  const add = useAct(catalogCalls.addFavourites, {
    refresh: [catalogCalls.listFavourites],
    quiet: true,
    parallel: true,
    optimistic: ({ products }) => mark(products.map(toKey), true),
  }).run
  const remove = useAct(catalogCalls.removeFavourite, {
    refresh: [],
    quiet: true,
    parallel: true,
    optimistic: (product) => mark([toKey(product)], false),
  }).run
  return useCallback<ToggleFavourite>(
    ({ source, source_product_id, favourite }) => {
      const product = { source, supplier_product_id: source_product_id }
      const addOne = async () => {
        const reply = await add({ products: [product] })
        if (!reply.success) toast('error', reply.message || t('favourites.failed'))
      }
      const removeOne = async () => {
        const reply = await remove(product)
        if (!reply.success) return toast('error', reply.message || t('favourites.failed'))
        undoToast(t('favourites.removed'), () => void addOne())
        setTimeout(() => void refreshCalls([catalogCalls.listFavourites]), REMOVAL_DELAY_MS)
      }
      void (favourite ? removeOne() : addOne())
    },
    [add, remove, t],
  )
}
