import { Button } from '@mantine/core'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadWorkTexts, translate, useT } from '../../platform/i18n.ts'
import { query, queryClient } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { PUSH_PARAM, useMayPush } from './use-may-push.ts'

const PushDrawer = lazy(() => import('./push-drawer.tsx').then((module) => ({ default: module.PushDrawer })))
/** Copies of one supplier product share its id; the first is the import itself. */
const MOST_COPIES = 20

/** Sourcing spec §2: push to store, from the detail of a supplier product that is imported already. */
export function PushImported({ product }: { product: Pick<ProductCard, 'source' | 'source_product_id'> }) {
  const t = useT()
  const mayPush = useMayPush()
  const [row, setRow] = useState<ProductRow | null>(null)
  const [busy, setBusy] = useState(false)
  const { source, source_product_id } = product
  const find = async () => {
    const input = { text: source_product_id, source: [source], sort: 'oldest' as const, page_size: MOST_COPIES }
    const [found] = await Promise.all([
      queryClient.fetchQuery(query(productCenterCalls.listProducts, input, { fresh: 0 })),
      loadWorkTexts(),
    ])
    return found.items.find((item) => item.source_product_id === source_product_id)
  }
  const open = async () => {
    setBusy(true)
    // A failed read says itself what it was.
    const found = await find().catch(() => null)
    setBusy(false)
    if (found === undefined) toast('error', translate('push.not_found'))
    if (!found) return
    const pendingAction = new URLSearchParams({ text: source_product_id, [PUSH_PARAM]: found.product_id })
    if (mayPush([found.product_id], `/app/products-center?${pendingAction}`)) setRow(found)
  }
  return (
    <>
      <Button
        loading={busy}
        leftSection={<IconSend size={16} stroke={ICON_STROKE} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {t('push.push')}
      </Button>
      <Suspense fallback={null}>{row ? <PushDrawer products={[row]} onClose={() => setRow(null)} /> : null}</Suspense>
    </>
  )
}
