import { NumberInput } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { type Splittable, wantedPieces } from './splittable.ts'
import classes from './orders.module.css'

const REFRESH = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getOrderDetail]

/** How many pieces of each line go into a new order. What was typed stays when the server says no. */
export function SplitDialog({ order, onClose }: { order: Splittable; onClose: () => void }) {
  const { t } = useCardShow()
  const [moved, setMoved] = useState<Readonly<Record<string, number>>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const split = useAct(orderCalls.splitOrder, { refresh: REFRESH, quiet: true })
  const merge = useAct(orderCalls.mergeOrder, { refresh: REFRESH })
  const lines = order.lines.flatMap(({ line_id }) => {
    const quantity = moved[line_id] ?? 0
    return quantity > 0 ? [{ line_id, quantity }] : []
  })
  const going = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const staying = wantedPieces(order.lines) - going
  const run = async () => {
    setRefused(null)
    const reply = await split.run({ order_id: order.order_id, parts: [{ lines }] })
    const [made] = reply.data?.orders ?? []
    if (!made) return setRefused(reply.message)
    undoToast(t('orders.split_done', { number: made.number }), () => void merge.run({ order_id: order.order_id }))
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('orders.split_title', { number: order.number })}
      text={t('orders.split_text')}
      confirm={t('orders.split')}
      loading={split.pending}
      ready={going > 0 && staying > 0}
      onConfirm={() => void run()}
    >
      {order.lines
        .filter(({ wanted }) => wanted > 0)
        .map(({ line_id, title, variant_title, wanted }) => (
          <NumberInput
            key={line_id}
            label={[title, variant_title].filter(Boolean).join(' · ')}
            description={t('orders.split_of', { n: wanted })}
            min={0}
            max={wanted}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            value={moved[line_id] ?? 0}
            onChange={(value) => setMoved({ ...moved, [line_id]: Number(value) || 0 })}
          />
        ))}
      <p className={classes.meta} aria-live="polite">
        {t('orders.split_sum', { going, staying })}
      </p>
      {refused ? <p role="alert">{refused}</p> : null}
    </ConfirmDialog>
  )
}
