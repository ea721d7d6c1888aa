import { Button } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { lazy, Suspense, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { canSplit } from './splittable.ts'
import classes from './orders.module.css'

const SplitDialog = lazy(() => import('./split-dialog.tsx').then((module) => ({ default: module.SplitDialog })))
const REFRESH = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getOrderDetail]

/** The other orders of the same sale, and the way to make more of them or one again. */
export function PartsPart({
  order,
  onOpen,
}: {
  order: Out<typeof orderCalls.getOrderDetail>
  onOpen: (order_id: string) => void
}) {
  const { t, money } = useCardShow()
  const [isOpen, setOpen] = useState(false)
  const merge = useAct(orderCalls.mergeOrder, { refresh: REFRESH })
  const isOpenToSplit = order.cancelled_at === null && canSplit(order)
  if (order.parts.length === 0 && !isOpenToSplit) return null
  const join = async () => {
    const { data } = await merge.run({ order_id: order.order_id })
    if (!data) return
    toast('success', t('orders.merged', { number: data.number }))
    onOpen(data.order_id)
  }
  return (
    <section aria-label={t('orders.sale_parts')}>
      <h3>{t('orders.sale_parts')}</h3>
      {order.parts.length > 0 ? (
        <ul className={classes.lines}>
          {order.parts.map((part) => (
            <li key={part.order_id}>
              {part.order_id === order.order_id ? (
                <b dir="auto">{part.number}</b>
              ) : (
                <button type="button" className={classes.number} dir="auto" onClick={() => onOpen(part.order_id)}>
                  {part.number}
                </button>
              )}{' '}
              <span className={classes.meta}>{money(part.total, order.currency).text}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={classes.buttons}>
        {isOpenToSplit ? (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {t('orders.split')}
          </Button>
        ) : null}
        {order.parts.length > 0 ? (
          <Button size="xs" variant="default" loading={merge.pending} onClick={() => void join()}>
            {t('orders.merge')}
          </Button>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {isOpen ? <SplitDialog order={order} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </section>
  )
}
