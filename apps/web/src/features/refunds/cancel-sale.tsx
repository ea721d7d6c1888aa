import { Button, Select } from '@mantine/core'
import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { CANCEL_REASON_NOS, type CancelReasonNo, isCancelReason } from '@omni/domain/orders/cancel-reasons.ts'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import type { TextKey } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { CANCEL_TEXTS } from './refund-texts.ts'
import classes from './refunds.module.css'

type View = Out<typeof fulfilmentCalls.getSaleCancellation>
type Latest = NonNullable<View['latest']>

const REFRESH = [
  fulfilmentCalls.getSaleCancellation,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
]
const STATES: Record<Latest['state'], { text: TextKey; tone: Tone }> = {
  sending: { text: 'orders.sale_cancel_sending', tone: 'accent' },
  done: { text: 'orders.sale_cancel_done', tone: 'green' },
  failed: { text: 'orders.sale_cancel_failed', tone: 'red' },
}
const PROBLEMS: Record<NonNullable<Latest['problem']>, TextKey> = {
  disconnected: 'orders.sale_cancel_disconnected',
  not_allowed: 'orders.sale_cancel_not_allowed',
  already_sent: 'orders.sale_cancel_already_sent',
  refused: 'orders.sale_cancel_refused',
  unclear: 'orders.sale_cancel_unclear',
}

/** Takes a sale back in the store it came from. Where that cannot be done and nobody tried, nothing is shown. */
export function CancelSale({ order_id }: { order_id: string }) {
  const { t } = useCardShow()
  const [asking, setAsking] = useState(false)
  const view = useCall(fulfilmentCalls.getSaleCancellation, { order_id }, { quiet: true }).data
  if (!view || (view.because !== null && view.latest === null)) return null
  return (
    <section aria-label={t('orders.sale_cancel_title')}>
      <h3>{t('orders.sale_cancel_title')}</h3>
      {view.latest ? <LatestTry latest={view.latest} /> : null}
      {view.because === null && !asking ? (
        <div className={classes.ask}>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('orders.sale_cancel_ask')}
          </Button>
        </div>
      ) : null}
      {view.because === null && asking ? (
        <CancelForm order_id={order_id} view={view} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  )
}

function LatestTry({ latest: { state, reason, problem, problem_text, requested_at } }: { latest: Latest }) {
  const { t, format } = useCardShow()
  const why = isCancelReason(reason) ? t(CANCEL_TEXTS[reason]) : null
  return (
    <>
      <StatusDot tone={STATES[state].tone}>{t(STATES[state].text)}</StatusDot>
      <p className={classes.words}>{[why, format.ago(requested_at)].filter(Boolean).join(' · ')}</p>
      {problem ? (
        <p className={classes.words}>
          {t(PROBLEMS[problem])}
          {problem_text ? <span dir="auto"> {problem_text}</span> : null}
        </p>
      ) : null}
    </>
  )
}

function CancelForm({ order_id, view, onClose }: { order_id: string; view: View; onClose: () => void }) {
  const { t } = useCardShow()
  const [reason, setReason] = useState<CancelReasonNo | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const cancel = useAct(fulfilmentCalls.cancelSale, { refresh: REFRESH, quiet: true })
  const send = async () => {
    if (reason === null) return
    setRefused(null)
    const reply = await cancel.run({ order_id, reason })
    if (!reply.success) return setRefused(reply.message)
    toast('success', t('orders.sale_cancel_asked'))
    onClose()
  }
  return (
    <form
      className={classes.form}
      aria-label={t('orders.sale_cancel_title')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className={classes.words}>
        {t(view.pays_back ? 'orders.sale_cancel_pays_back' : 'orders.sale_cancel_no_money')}
        {view.parts > 1 ? ` ${t('orders.sale_cancel_parts', { n: view.parts })}` : null}
        {view.bought > 0 ? ` ${t('orders.sale_cancel_bought')}` : null}
      </p>
      <Select
        label={t('refunds.cancel_reason')}
        allowDeselect={false}
        data={CANCEL_REASON_NOS.map((no) => ({ value: String(no), label: t(CANCEL_TEXTS[no]) }))}
        value={reason === null ? null : String(reason)}
        onChange={(value) => setReason(CANCEL_REASON_NOS.find((no) => String(no) === value) ?? null)}
      />
      {refused ? (
        <p className={classes.refused} role="alert">
          {refused}
        </p>
      ) : null}
      <div className={classes.ask}>
        <Button type="submit" size="xs" color="red" loading={cancel.pending} disabled={reason === null}>
          {t('orders.sale_cancel_ask')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('orders.sale_cancel_keep')}
        </Button>
      </div>
    </form>
  )
}
