import type { Out } from '@omni/contracts/kernel.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useT } from '../../platform/i18n.ts'
import { query } from '../../platform/query.ts'
import { useWorkplaceId } from '../../platform/session.ts'
import { trackProduct } from '../../platform/track.ts'
import { toast } from '../../platform/toasts.tsx'

const REFETCH_MS = 45_000 // sourcing spec §4, §9

export interface DetailKey {
  source: Source
  product_id: string
}

type Detail = Out<typeof productDetailCalls.getSourceProduct>

/** A detail arrives 'partial' and fills in; it is asked again until it is 'full' (§4). */
export function useProductDetail({ source, product_id }: DetailKey, ship_to: string) {
  const workplace = useWorkplaceId()
  const detail = useQuery<Detail>({
    ...query(
      productDetailCalls.getSourceProduct,
      { source, product_id, ship_to, by_seller: true },
      { quiet: true },
      workplace,
    ),
    refetchInterval: (detail) => (detail.state.data?.product.status === 'partial' ? REFETCH_MS : false),
    // Another country changes the figures, not the product: the page stays while they come.
    placeholderData: (before) =>
      before?.product.source === source && before.product.source_product_id === product_id ? before : undefined,
  })
  useEffect(() => trackProduct('detail', { source, source_product_id: product_id }), [source, product_id])
  useStatusToasts(`${source}:${product_id}`, detail.data?.product.status)
  return detail
}

/** §4: one toast while variants are loading, one when they are all there. */
function useStatusToasts(product: string, status: Detail['product']['status'] | undefined) {
  const t = useT()
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (status === 'partial' && waiting.current !== product) {
      waiting.current = product
      toast('info', t('detail.variants_loading'))
    }
    if (status === 'full' && waiting.current === product) {
      waiting.current = null
      toast('success', t('detail.variants_loaded'))
    }
  }, [product, status, t])
}
