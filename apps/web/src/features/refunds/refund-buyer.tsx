import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import {
  type BuyerRefundProblem,
  SELLER_REFUND_REASONS,
  type SellerRefundReason,
} from '@omni/domain/refunds/buyer-refund.ts'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AmountField } from '../../platform/amount-field.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { SELLER_REASON_TEXTS } from './refund-texts.ts'
import classes from './refunds.module.css'

type View = Out<typeof fulfilmentCalls.getBuyerRefunds>
type Tried = View['items'][number]

const REFRESH = [
  fulfilmentCalls.getBuyerRefunds,
  fulfilmentCalls.suggestBuyerRefund,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
  orderCalls.getLogs,
]
const STATES: Record<Tried['state'], { text: TextKey; tone: Tone }> = {
  sending: { text: 'refunds.buyer_sending', tone: 'accent' },
  done: { text: 'refunds.buyer_done', tone: 'green' },
  failed: { text: 'refunds.buyer_failed', tone: 'red' },
}
const PROBLEMS: Record<NonNullable<Tried['problem']>, TextKey> = {
  disconnected: 'refunds.buyer_disconnected',
  not_allowed: 'refunds.buyer_not_allowed',
  refused: 'refunds.buyer_refused',
  unclear: 'refunds.buyer_unclear',
  paid_before: 'refunds.buyer_paid_before',
}
/** Said only where somebody could expect the button; null: there is nothing to give back. */
const BECAUSE: Record<BuyerRefundProblem, TextKey | null> = {
  no_store: 'refunds.buyer_no_store',
  under_way: null,
  store_cannot: 'refunds.buyer_store_cannot',
  disconnected: 'refunds.buyer_reconnect',
  not_paid: null,
  all_back: null,
}
const LONGEST_NOTE = 500

interface RefundBuyerProps {
  order_id: string
  /** What the seller calls it. */
  channel: string
  store_url: string | null
}

/** The buyer's money back, through the store it came to. Where that cannot be done it says where it is done instead. */
export function RefundBuyer({ order_id, channel, store_url }: RefundBuyerProps) {
  const { t, money } = useCardShow()
  const [asking, setAsking] = useState(false)
  const view = useCall(fulfilmentCalls.getBuyerRefunds, { order_id }, { quiet: true }).data
  if (!view) return null
  const why = view.because && BECAUSE[view.because]
  if (view.because !== null && why === null && view.items.length === 0 && view.refunded === 0) return null
  return (
    <section aria-label={t('refunds.buyer_title')}>
      <h3>{t('refunds.buyer_title')}</h3>
      {view.refunded > 0 ? (
        <p className={classes.words}>{t('orders.refunded_of', { amount: money(view.refunded, view.currency).text })}</p>
      ) : null}
      {view.items.map((tried) => (
        <TriedRow key={tried.refund_id} tried={tried} currency={view.currency} />
      ))}
      {why ? (
        <p className={classes.words}>
          {t(why, { channel })}{' '}
          {view.because === 'store_cannot' && store_url !== null ? (
            <a href={store_url} target="_blank" rel="noreferrer">
              {t('orders.open_in_store')}
            </a>
          ) : null}
        </p>
      ) : null}
      {view.because === null && !asking ? (
        <div className={classes.ask}>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('refunds.buyer_ask')}
          </Button>
          <span className={classes.words}>{t('refunds.most', { amount: money(view.most, view.currency).text })}</span>
        </div>
      ) : null}
      {view.because === null && asking ? (
        <BuyerForm order_id={order_id} view={view} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  )
}

function TriedRow({ tried, currency }: { tried: Tried; currency: string }) {
  const { t, money, format } = useCardShow()
  const { state, amount, reason, note, problem, problem_text, requested_at } = tried
  return (
    <div className={classes.refund}>
      <StatusDot tone={STATES[state].tone}>{`${t(STATES[state].text)} · ${money(amount, currency).text}`}</StatusDot>
      <p className={classes.words} dir="auto">
        {[t(SELLER_REASON_TEXTS[reason]), note, format.ago(requested_at)].filter(Boolean).join(' · ')}
      </p>
      {problem ? (
        <p className={classes.words}>
          {t(PROBLEMS[problem])}
          {problem_text ? <span dir="auto"> {problem_text}</span> : null}
        </p>
      ) : null}
    </div>
  )
}

const REASON_LIST: readonly SellerRefundReason[] = SELLER_REFUND_REASONS

function BuyerForm({ order_id, view, onClose }: { order_id: string; view: View; onClose: () => void }) {
  const { t, money } = useCardShow()
  const [pieces, setPieces] = useState<Record<string, number>>({})
  const [typed, setTyped] = useState<number | null>(null)
  const [reason, setReason] = useState<SellerRefundReason | null>(null)
  const [note, setNote] = useState('')
  const [restock, setRestock] = useState(true)
  const [notify, setNotify] = useState(true)
  const [by_hand, setByHand] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const refund = useAct(fulfilmentCalls.refundBuyer, { refresh: REFRESH, quiet: true })
  const lines = Object.entries(pieces).flatMap(([remote_line_id, quantity]) =>
    quantity > 0 ? [{ remote_line_id, quantity }] : [],
  )
  const suggested = useCall(
    fulfilmentCalls.suggestBuyerRefund,
    { order_id, lines },
    { quiet: true, enabled: lines.length > 0 },
  ).data
  const amount = typed ?? suggested?.amount ?? 0
  const send = async () => {
    if (reason === null || amount < 1) return
    setRefused(null)
    const reply = await refund.run({ order_id, lines, amount, reason, note, restock, notify, by_hand })
    if (!reply.success) return setRefused(reply.message)
    toast('success', t('refunds.buyer_asked'))
    onClose()
  }
  return (
    <form
      className={classes.form}
      aria-label={t('refunds.buyer_ask')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Pieces
        view={view}
        pieces={pieces}
        onChange={(chosen) => {
          setPieces(chosen)
          setTyped(null)
        }}
      />
      <AmountField
        label={t('refunds.amount')}
        description={[
          t('refunds.most', { amount: money(view.most, view.currency).text }),
          view.shipping > 0 && t('refunds.buyer_shipping', { amount: money(view.shipping, view.currency).text }),
          suggested?.by_store && t('refunds.buyer_by_store'),
        ]
          .filter(Boolean)
          .join(' · ')}
        value={amount}
        currency={view.currency}
        onChange={setTyped}
      />
      <Select
        label={t('refunds.buyer_reason')}
        allowDeselect={false}
        data={REASON_LIST.map((one) => ({ value: one, label: t(SELLER_REASON_TEXTS[one]) }))}
        value={reason}
        onChange={(value) => setReason(REASON_LIST.find((one) => one === value) ?? null)}
      />
      <TextInput
        label={t('refunds.buyer_note')}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        label={t('refunds.buyer_restock')}
        disabled={lines.length === 0}
        checked={restock && lines.length > 0}
        onChange={(event) => setRestock(event.currentTarget.checked)}
      />
      {view.asks_notice ? (
        <Checkbox
          label={t('refunds.buyer_notify')}
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
      ) : (
        <p className={classes.words}>{t('refunds.buyer_notice_by_store')}</p>
      )}
      {view.takes_by_hand ? (
        <Checkbox
          label={t('refunds.buyer_by_hand')}
          checked={by_hand}
          onChange={(event) => setByHand(event.currentTarget.checked)}
        />
      ) : null}
      {refused ? (
        <p className={classes.refused} role="alert">
          {refused}
        </p>
      ) : null}
      <div className={classes.ask}>
        <Button
          type="submit"
          size="xs"
          loading={refund.pending}
          disabled={reason === null || amount < 1 || amount > view.most}
        >
          {t('refunds.buyer_send', { amount: money(amount, view.currency).text })}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('refunds.buyer_not_now')}
        </Button>
      </div>
    </form>
  )
}

interface PiecesProps {
  view: View
  pieces: Readonly<Record<string, number>>
  onChange: (pieces: Record<string, number>) => void
}

/** How many pieces of each line the money is for; none: it is money alone. */
function Pieces({ view, pieces, onChange }: PiecesProps) {
  const { t } = useCardShow()
  return view.lines
    .filter(({ left }) => left > 0)
    .map(({ remote_line_id, title, variant_title, left }) => (
      <NumberInput
        key={remote_line_id}
        label={<span dir="auto">{[title, variant_title].filter(Boolean).join(' · ')}</span>}
        description={t('refunds.buyer_left', { n: left })}
        min={0}
        max={left}
        allowDecimal={false}
        value={pieces[remote_line_id] ?? 0}
        onChange={(value) => onChange({ ...pieces, [remote_line_id]: Math.min(left, Math.max(0, Number(value))) })}
      />
    ))
}
