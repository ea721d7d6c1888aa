import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { useAct } from '../platform/act.ts'
import { type Translate, useT } from '../platform/i18n.ts'
import { OrderTracker } from './order-tracker.tsx'
import { ERRORS, type Placing, QUESTIONS, UNKNOWN_ERROR, WARNINGS } from './purchase-texts.ts'
import type { Following, Tracked } from './use-tracked.ts'

export type Asked = Out<typeof placementCalls.getSyncStatus>['items'][number]

function errorOf({ status, error_key, question }: Placing, t: Translate): string | null {
  if (status !== 'error') return null
  if (question) return t(QUESTIONS[question])
  return t(ERRORS[error_key ?? ''] ?? UNKNOWN_ERROR)
}

/** What is being placed, on every page. */
export function PlacingTracker({ shown, close }: Following<Placing & Tracked>) {
  const t = useT()
  const stop = useAct(placementCalls.stopOrders, {
    refresh: [placementCalls.listPlacing, orderCalls.listOrders, orderCalls.countOrderStatus],
  })
  const orders = shown.map((item) => ({
    ...item,
    error: errorOf(item, t),
    warning: item.warning_key ? t(WARNINGS[item.warning_key]) : null,
  }))
  return (
    <OrderTracker
      title={t('placement.tracker_placing')}
      orders={orders}
      stop={{
        pending: stop.pending,
        all: () => void stop.run({}),
        source: (source) => void stop.run({ source }),
        order: (supplier_order_id) => void stop.run({ supplier_order_ids: [supplier_order_id] }),
      }}
      onClose={close}
    />
  )
}

/** Which suppliers are being asked what became of what was bought, on every page. */
export function SyncTracker({ shown, close }: Following<Asked & Tracked>) {
  const t = useT()
  const stop = useAct(placementCalls.stopSync, { refresh: [placementCalls.getSyncStatus] })
  const sayError = (key: string) =>
    t(key === 'cancel_order' ? 'placement.sync_stopped' : (ERRORS[key] ?? UNKNOWN_ERROR))
  const orders = shown.map((item) => ({
    ...item,
    error: item.error_key === null ? null : sayError(item.error_key),
    warning: null,
  }))
  return (
    <OrderTracker
      title={t('placement.tracker_sync')}
      orders={orders}
      stop={{ pending: stop.pending, all: () => void stop.run({}), source: (source) => void stop.run({ source }) }}
      onClose={close}
    />
  )
}
