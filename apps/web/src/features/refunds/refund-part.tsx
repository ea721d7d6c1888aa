import { Button, Radio, Select, Stack, Textarea } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { CANCEL_REASON_NOS, type CancelReasonNo, isCancelReason } from '@omni/domain/orders/cancel-reasons.ts'
import { REFUND_REASONS, type RefundReason } from '@omni/domain/refunds/refunds.ts'
import { downloadFrom } from '@omni/ui/csv.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { EvidenceList, EvidencePicker, type Picture } from '../evidence/evidence-picker.tsx'
import { RequestForm } from '../evidence/request-form.tsx'
import { AmountField } from '../../platform/amount-field.tsx'
import { DisputeForm } from './dispute-form.tsx'
import classes from './refunds.module.css'
import { BECAUSE_TEXTS, CANCEL_TEXTS, type Offer, REASON_TEXTS, type Refund, STATE_TEXTS } from './refund-texts.ts'

const REFRESH = [
  refundCalls.getRequestType,
  refundCalls.listUnrecovered,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
  placementCalls.getOrderPanel,
]
const LONGEST = 2000
/** What most cancellations are for. */
const USUAL_REASON: CancelReasonNo = 4
const WORTH_SHOWING = ({ type, because, refunds, disputable }: Offer) =>
  type !== null || disputable > 0 || refunds.length > 0 || (because !== null && BECAUSE_TEXTS[because] !== null)

/** Money back from suppliers, in the panel of an order: what was asked, what was answered, what can be asked now. */
export function RefundPart({ order_id }: { order_id: string }) {
  const { t } = useCardShow()
  const offers = useCall(refundCalls.getRequestType, { order_id }, { quiet: true }).data?.items.filter(WORTH_SHOWING)
  if (!offers || offers.length === 0) return null
  return (
    <section aria-label={t('refunds.title')}>
      <h3>{t('refunds.title')}</h3>
      <ul className={classes.offers}>
        {offers.map((offer) => (
          <OfferRow key={offer.supplier_order_id} offer={offer} />
        ))}
      </ul>
    </section>
  )
}

function OfferRow({ offer }: { offer: Offer }) {
  const { t, money, format } = useCardShow()
  const [asking, setAsking] = useState(false)
  const { source, order_no, type, because, most, currency, until, refunds, disputable } = offer
  const name = [isVendorName(source) ? VENDOR_NAMES[source] : source, order_no].filter(Boolean).join(' · ')
  const why = because && BECAUSE_TEXTS[because]
  return (
    <li className={classes.offer}>
      <div className={classes.name}>{name}</div>
      {refunds.map((refund) => (
        <RefundRow key={refund.refund_id} refund={refund} />
      ))}
      {why && refunds.length === 0 && disputable === 0 ? <p className={classes.words}>{t(why)}</p> : null}
      {type !== null && !asking ? (
        <div className={classes.ask}>
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t(type === 'cancel' ? 'refunds.ask_cancel' : 'refunds.ask_refund')}
          </Button>
          <span className={classes.words}>
            {[
              t('refunds.most', { amount: money(most, currency).text }),
              until && t('refunds.until', { date: format.date(until, 'day') }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      ) : null}
      {disputable > 0 && !asking ? (
        <div className={classes.ask}>
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('refunds.dispute')}
          </Button>
          <span className={classes.words}>{t('refunds.most', { amount: money(disputable, currency).text })}</span>
        </div>
      ) : null}
      {disputable > 0 && asking ? (
        <DisputeForm supplier_order_id={offer.supplier_order_id} onClose={() => setAsking(false)} />
      ) : null}
      {type !== null && asking ? <RefundForm offer={offer} type={type} onClose={() => setAsking(false)} /> : null}
    </li>
  )
}

function RefundRow({ refund }: { refund: Refund }) {
  const { t, money, format } = useCardShow()
  const { refund_id, type, state, asked, granted, currency, reason, reason_name, note, pictures } = refund
  const { is_ours, is_overdue, requested_at, cancel_reason } = refund
  const { text, tone } = STATE_TEXTS[state]
  const look = useAct(placementCalls.syncStatus, { refresh: [] })
  const withdraw = useAct(refundCalls.cancelDispute, { refresh: REFRESH })
  const bundle = useAct(refundCalls.makeEvidenceBundle, { refresh: [] })
  const download = async () => {
    const reply = await bundle.run({ refund_id })
    if (reply.data) downloadFrom(reply.data.url, `evidence-${refund_id}.html`)
  }
  const about = [
    type === 'dispute' && t('refunds.is_dispute'),
    reason ? t(REASON_TEXTS[reason]) : reason_name,
    cancel_reason !== null && isCancelReason(cancel_reason) ? t(CANCEL_TEXTS[cancel_reason]) : null,
    !is_ours && t('refunds.by_supplier'),
    granted !== null && granted !== asked
      ? t('refunds.granted_of', { granted: money(granted, currency).text, asked: money(asked, currency).text })
      : null,
    format.ago(requested_at),
  ].filter(Boolean)
  return (
    <div className={classes.refund}>
      <div className={classes.ask}>
        <StatusDot tone={tone}>{t(text)}</StatusDot>
        <b>{money(granted ?? asked, currency).text}</b>
        {state === 'pending' || state === 'accepted' ? (
          <Button variant="subtle" size="compact-xs" loading={look.pending} onClick={() => void look.run({})}>
            {t('placement.sync_now')}
          </Button>
        ) : null}
        {type === 'dispute' && state === 'pending' && is_ours ? (
          <Button
            variant="subtle"
            size="compact-xs"
            loading={withdraw.pending}
            onClick={() => void withdraw.run({ refund_id })}
          >
            {t('refunds.withdraw')}
          </Button>
        ) : null}
        {is_overdue ? <span className={classes.overdue}>{t('refunds.overdue')}</span> : null}
      </div>
      <div className={classes.words}>{about.join(' · ')}</div>
      {note ? (
        <p className={classes.words} dir="auto">
          {note}
        </p>
      ) : null}
      <EvidenceList pictures={pictures} />
      <div className={classes.ask}>
        <Button variant="subtle" size="compact-xs" loading={bundle.pending} onClick={() => void download()}>
          {t('refunds.bundle')}
        </Button>
      </div>
    </div>
  )
}

interface RefundFormProps {
  offer: Offer
  type: 'cancel' | 'refund'
  onClose: () => void
}

function RefundForm({ offer: { supplier_order_id, most, currency }, type, onClose }: RefundFormProps) {
  const { t } = useCardShow()
  const [reason, setReason] = useState<RefundReason | null>(null)
  const [amount, setAmount] = useState(most)
  const [why, setWhy] = useState<CancelReasonNo>(USUAL_REASON)
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const ask = useAct(refundCalls.requestRefund, { refresh: REFRESH, quiet: true })
  const isCancel = type === 'cancel'
  const send = () => {
    const ids = pictures.map(({ evidence_id }) => evidence_id)
    const pendingAction = isCancel ? { cancel_reason: why } : { amount, text, pictures: ids, ...(reason && { reason }) }
    return ask.run({ supplier_order_id, ...pendingAction })
  }
  return (
    <RequestForm
      label={t(isCancel ? 'refunds.ask_cancel' : 'refunds.ask_refund')}
      submit={t(isCancel ? 'refunds.ask_cancel' : 'refunds.send')}
      isIncomplete={!isCancel && reason === null}
      isSending={ask.pending}
      send={send}
      onSent={() => toast('success', t('refunds.asked'))}
      onClose={onClose}
    >
      {isCancel ? (
        <>
          <p className={classes.words}>{t('refunds.cancel_text')}</p>
          <Select
            label={t('refunds.cancel_reason')}
            allowDeselect={false}
            data={CANCEL_REASON_NOS.map((no) => ({ value: String(no), label: t(CANCEL_TEXTS[no]) }))}
            value={String(why)}
            onChange={(value) => setWhy(CANCEL_REASON_NOS.find((no) => String(no) === value) ?? why)}
          />
        </>
      ) : (
        <>
          <Radio.Group
            label={t('refunds.reason')}
            name={`reason-${supplier_order_id}`}
            value={reason}
            onChange={(value) => setReason(REFUND_REASONS.find((one) => one === value) ?? null)}
          >
            <Stack gap={8} mt={8}>
              {REFUND_REASONS.map((one) => (
                <Radio key={one} value={one} label={t(REASON_TEXTS[one])} />
              ))}
            </Stack>
          </Radio.Group>
          <AmountField
            label={t('refunds.amount')}
            value={amount}
            currency={currency}
            onChange={(value) => setAmount(value ?? most)}
          />
          <Textarea
            label={t('refunds.text')}
            description={t('refunds.text_text')}
            value={text}
            maxLength={LONGEST}
            rows={3}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <EvidencePicker pictures={pictures} onChange={setPictures} />
        </>
      )}
    </RequestForm>
  )
}
