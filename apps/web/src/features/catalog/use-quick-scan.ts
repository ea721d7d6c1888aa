import type { Out } from '@omni/contracts/kernel.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { query, queryClient } from '../../platform/query.ts'
import { openDetail } from '../../product-cards/open-detail.ts'

type Scanned = Out<typeof productDetailCalls.quickScan>

/** Reads a product by its address at the supplier and opens it. What failed is said where the link stands. */
export function useQuickScan(shipTo: string) {
  const t = useT()
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct(productDetailCalls.quickScan, { refresh: [], quiet: true })
  const show = ({ source, product_id, product }: Scanned) => {
    // The answer is the detail itself: the drawer need not ask again.
    queryClient.setQueryData(
      query(productDetailCalls.getSourceProduct, { source, product_id, ship_to: shipTo, by_seller: true }).queryKey,
      { product, by_seller: [] },
    )
    openDetail({
      product: { source, source_product_id: product_id },
      card: product,
      shipTo,
      list: null,
      similar: false,
    })
  }
  const scan = async (url: string) => {
    if (act.pending) return
    setProblem(null)
    const reply = await act.run({ url, ship_to: shipTo })
    if (reply.data) show(reply.data)
    else setProblem(reply.message || t('find.link_failed'))
  }
  return { scan, scanning: act.pending, problem, forget: () => setProblem(null) }
}
