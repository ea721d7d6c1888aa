import { Button } from '@mantine/core'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { patchAnswers } from '../platform/query.ts'
import { undoToast } from '../platform/toasts.tsx'

type FollowInput = CallInput<typeof supplierCalls.followSupplier>

interface FollowButtonProps {
  source: FollowInput['source']
  sellerId: string
  name: string
  followed: boolean
}

/** Shown at once on every card of that supplier; what returns takes it back. */
function showFollowed({ action, source, seller_id }: FollowInput): () => void {
  const followed = action === 'follow'
  const is = (item: { source: string; seller_id: string }) => item.source === source && item.seller_id === seller_id
  const back = [
    patchAnswers(supplierCalls.listSourceSuppliers, (list) => ({
      ...list,
      items: list.items.map((item) => (is(item) ? { ...item, followed } : item)),
    })),
    patchAnswers(supplierCalls.listFavoriteSuppliers, (list) => ({
      ...list,
      items: list.items.map((item) => (is(item) ? { ...item, followed } : item)),
    })),
    patchAnswers(supplierCalls.crawlBySeller, (data) =>
      is(data.supplier) ? { ...data, supplier: { ...data.supplier, followed } } : data,
    ),
    patchAnswers(productDetailCalls.getSourceProduct, (data) => {
      const { product } = data
      const store = product.store_info
      return product.source === source && store?.store_id === seller_id
        ? { ...data, product: { ...product, store_info: { ...store, followed } } }
        : data
    }),
  ]
  return () => back.forEach((run) => run())
}

/** Follows a supplier, or stops; stopping can be taken back. */
export function FollowButton({ source, sellerId, name, followed }: FollowButtonProps) {
  const t = useT()
  const act = useAct(supplierCalls.followSupplier, {
    refresh: [supplierCalls.listFavoriteSuppliers],
    optimistic: showFollowed,
  })
  const follow = (action: FollowInput['action']) => act.run({ action, source, seller_id: sellerId })
  const toggle = async () => {
    const reply = await follow(followed ? 'unfollow' : 'follow')
    if (reply.success && followed) undoToast(t('suppliers.unfollowed', { name }), () => void follow('follow'))
  }
  const Icon = followed ? IconBellCheck : IconBell
  return (
    <Button
      size="xs"
      variant={followed ? 'light' : 'default'}
      aria-pressed={followed}
      aria-label={t('suppliers.follow_named', { name })}
      leftSection={<Icon size={15} stroke={ICON_STROKE} aria-hidden="true" />}
      onClick={() => void toggle()}
    >
      {t(followed ? 'suppliers.following' : 'suppliers.follow')}
    </Button>
  )
}
