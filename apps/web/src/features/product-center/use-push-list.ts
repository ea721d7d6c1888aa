import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { useCallback, useMemo, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { MOST_PUSHED, PUSH_PARAM, useMayPush } from '../listings/use-may-push.ts'
import { countFilters, type ProductFilters, type View } from './product-filters.ts'
import { type Chosen, countOf } from './selection.ts'
import { allProducts } from './use-product-list.ts'

/** Of a whole import list, this many are shown and checked before; the others when they are pushed. */
const SHOWN_OF_ALL = 100

interface PushRequest {
  products: readonly ProductRow[]
  everything?: number
}

/** The push drawer of a list: for rows, for what is ticked, and for the pending action somebody comes back with. */
export function usePushList(view: View, filters: ProductFilters, rows: readonly ProductRow[] | undefined) {
  const t = useT()
  const mayPush = useMayPush()
  const [url, setUrl] = useUrlState()
  const [request, setRequest] = useState<PushRequest | null>(null)
  const open = useCallback(
    (products: readonly ProductRow[], everything?: number) => {
      if (products.length === 0 || !mayPush(products.map(({ product_id }) => product_id))) return
      setRequest({ products, ...(everything ? { everything } : {}) })
    },
    [mayPush],
  )
  const openChosen = async (chosen: Chosen, total: number) => {
    if (chosen.mode === 'some') return open(rows?.filter(({ product_id }) => chosen.ids.has(product_id)) ?? [])
    const unfiltered = countFilters(filters) === 0 && filters.text === ''
    if (view === 'import' && unfiltered && chosen.except.size === 0)
      return open(rows?.slice(0, SHOWN_OF_ALL) ?? [], total)
    const matching = await allProducts(view, filters, MOST_PUSHED + chosen.except.size)
    if (!matching) return
    if (countOf(chosen, total) > MOST_PUSHED) toast('info', t('push.at_once', { most: MOST_PUSHED }))
    open(matching.filter(({ product_id }) => !chosen.except.has(product_id)).slice(0, MOST_PUSHED))
  }
  const pendingAction = url[PUSH_PARAM]
  // Somebody comes back from connecting a store. Without one still, the drawer says so.
  const pending = useMemo(() => {
    const ids = new Set(pendingAction?.split(','))
    return rows?.filter(({ product_id }) => ids.has(product_id)) ?? []
  }, [pendingAction, rows])
  const close = () => {
    setRequest(null)
    if (pendingAction) setUrl({ [PUSH_PARAM]: undefined })
  }
  return { request: request ?? (pending.length > 0 ? { products: pending } : null), open, openChosen, close }
}
