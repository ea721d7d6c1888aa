import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { FinancialState } from '@omni/domain/orders/document.ts'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { type ReactNode, useState } from 'react'
import type { TextKey } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ProfitAmount } from '../../product-cards/profit-amount.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { stateOf } from './row-state.ts'
import classes from './orders.module.css'

type Detail = Out<typeof orderCalls.getOrderDetail>

const PAYMENTS: Record<FinancialState, { text: TextKey; tone: Tone }> = {
  pending: { text: 'orders.paid_pending', tone: 'amber' },
  authorized: { text: 'orders.paid_authorized', tone: 'amber' },
  partially_paid: { text: 'orders.paid_partially', tone: 'amber' },
  paid: { text: 'orders.paid_paid', tone: 'green' },
  partially_refunded: { text: 'orders.paid_partially_refunded', tone: 'grey' },
  refunded: { text: 'orders.paid_refunded', tone: 'grey' },
  voided: { text: 'orders.paid_voided', tone: 'red' },
}
/** What needs a person stands before what does not. */
const FIRST = ['placement', 'payment', 'refund', 'cancelled', 'waiting', 'shipment', 'fulfilled', 'closed']
const DAY_MS = 86_400_000

/** The four answers a seller opens an order for. */
export function OrderStrip({ order }: { order: Detail }) {
  const { t, money } = useCardShow()
  const { order_id } = order
  const panel = useCall(placementCalls.getOrderPanel, { orderId: order_id }, { quiet: true }).data
  const profit = useCall(analyticsCalls.getOrderProfit, { order_id }, { quiet: true }).data?.profit ?? null
  const payment = PAYMENTS[order.financial]
  const parcels = panel?.purchases.flatMap(({ shipments }) => shipments).length ?? 0
  const refunded = order.refunded > 0 && t('orders.refunded_of', { amount: money(order.refunded, order.currency).text })
  return (
    <dl className={classes.strip}>
      <Cell label={t('orders.strip_state')} note={parcels > 0 && t('orders.strip_parcels', { n: parcels })}>
        <Standing order={order} />
      </Cell>
      <Cell
        label={t('orders.strip_payment')}
        note={[money(order.total, order.currency).text, refunded].filter(Boolean).join(' · ')}
      >
        <StatusDot tone={payment.tone}>{t(payment.text)}</StatusDot>
      </Cell>
      <Promise promised_at={order.promised_at} />
      <Cell label={t('profit.title')} note={profit?.state === 'unknown' && t('orders.strip_profit_unknown')}>
        <ProfitAmount profit={profit} />
      </Cell>
    </dl>
  )
}

function Cell({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes.figure}>{children}</dd>
      {note ? <dd className={classes.meta}>{note}</dd> : null}
    </div>
  )
}

function Standing({ order: { groups, cancelled_at, cancel_reason } }: { order: Detail }) {
  const { t } = useCardShow()
  const [group] = groups.toSorted((a, b) => FIRST.indexOf(a.status) - FIRST.indexOf(b.status))
  if (cancelled_at !== null && group?.status !== 'shipment')
    return (
      <StatusDot tone="grey">
        {t(cancel_reason === 'deleted' ? 'orders.state_deleted' : 'orders.state_cancelled_channel')}
      </StatusDot>
    )
  if (!group) return '–'
  const { tone, text } = stateOf(group)
  return <StatusDot tone={tone}>{t(text)}</StatusDot>
}

/** Until when the channel wants it sent. */
function Promise({ promised_at }: { promised_at: string | null }) {
  const { t, format } = useCardShow()
  // What is late must not change while somebody reads.
  const [now] = useState(() => Date.now())
  if (promised_at === null)
    return (
      <Cell label={t('orders.strip_promise')} note={t('orders.strip_no_promise')}>
        –
      </Cell>
    )
  const days = Math.ceil((Date.parse(promised_at) - now) / DAY_MS)
  return (
    <Cell
      label={t('orders.strip_promise')}
      note={days < 0 ? t('orders.strip_late') : t('orders.strip_days_left', { n: days })}
    >
      {format.date(promised_at, 'day')}
    </Cell>
  )
}
