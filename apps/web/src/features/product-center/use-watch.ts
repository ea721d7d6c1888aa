/** Watching a supplier's products for price and stock, or not any more: shown at once, undoable by the same switch. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers } from '../../platform/query.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'

export type Supplier = Out<typeof productCenterCalls.listProductSuppliers>['items'][number]

const keyOf = ({ source, seller_id }: Pick<Supplier, 'source' | 'seller_id'>) => `${source}:${seller_id}`

function show(row: Supplier, on: boolean): () => void {
  return patchAnswers(productCenterCalls.listProductSuppliers, (page) => ({
    ...page,
    items: page.items.map((item) =>
      keyOf(item) === keyOf(row)
        ? {
            ...item,
            tracking: on ? item.products : 0,
            partial: 0,
            not_tracking: on ? 0 : item.products,
            skus_tracking: on ? item.skus : 0,
          }
        : item,
    ),
  }))
}

export function useWatch() {
  const t = useT()
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const act = useAct(productCenterCalls.setTracking, {
    refresh: [
      productCenterCalls.listProductSuppliers,
      importListCalls.getProductCounts,
      productCenterCalls.listProducts,
      importListCalls.listImportList,
    ],
    quiet: true,
    parallel: true,
  })
  const watch = async (row: Supplier, on: boolean, undone = false) => {
    setRunning((before) => new Set(before).add(keyOf(row)))
    const back = show(row, on)
    const reply = await act.run({
      selection: { all: { view: 'center', filter: { seller: row.seller_id, source: [row.source] } } },
      tracking: on,
    })
    setRunning((before) => {
      const next = new Set(before)
      next.delete(keyOf(row))
      return next
    })
    if (!reply.success || !reply.data) {
      back()
      toast('error', reply.message || t('product_center.watch_failed'))
      return
    }
    const text = t(on ? 'product_center.watch_on' : 'product_center.watch_off', {
      count: reply.data.changed,
      name: row.store_name || row.seller_id,
    })
    if (undone) toast('success', text)
    else undoToast(text, () => void watch(row, !on, true))
  }
  return {
    watch: (row: Supplier, on: boolean) => void watch(row, on),
    busy: (row: Supplier) => running.has(keyOf(row)),
  }
}
