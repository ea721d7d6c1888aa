import { Checkbox, Radio, Select, Stack, Textarea } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { EvidencePicker, type Picture } from '../evidence/evidence-picker.tsx'
import { RequestForm } from '../evidence/request-form.tsx'
import classes from './refunds.module.css'

const REFRESH = [
  refundCalls.getRequestType,
  refundCalls.listUnrecovered,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
]
const LONGEST = 500

/** A supplier's own dispute: its reasons and what it would give are asked for when the form opens. */
export function DisputeForm({ supplier_order_id, onClose }: { supplier_order_id: string; onClose: () => void }) {
  const { t, money } = useCardShow()
  const options = useCall(refundCalls.getDisputeOptions, { supplier_order_id }, { quiet: true, fresh: 0 })
  const [reason, setReason] = useState<string | null>(null)
  const [expect, setExpect] = useState<'refund' | 'resend'>('refund')
  const [left, setLeft] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const open = useAct(refundCalls.openDispute, { refresh: REFRESH, quiet: true })
  if (options.isError) return <ReadFailed reading={options} title="refunds.dispute" />
  if (!options.data) return <RowsSkeleton rows={3} />
  const { lines, reasons, expects, currency } = options.data
  const chosen = lines.filter(({ line_no }) => !left.includes(line_no))
  const asked = chosen.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const named = reasons.find(({ reason_no }) => reason_no === reason)
  const send = () =>
    open.run({
      supplier_order_id,
      reason_no: named?.reason_no ?? '',
      reason_name: named?.name ?? '',
      expect,
      text,
      pictures: pictures.map(({ evidence_id }) => evidence_id),
      lines: chosen.map(({ line_no, quantity, price }) => ({ line_no, quantity, price })),
    })
  return (
    <RequestForm
      label={t('refunds.dispute')}
      submit={t('refunds.send_dispute', { amount: money(asked, currency).text })}
      isIncomplete={named === undefined || text.trim() === '' || asked === 0}
      isSending={open.pending}
      send={send}
      onSent={() => toast('success', t('refunds.asked'))}
      onClose={onClose}
    >
      <p className={classes.words}>{t('refunds.dispute_text')}</p>
      <Select
        label={t('refunds.reason')}
        data={reasons.map(({ reason_no, name }) => ({ value: reason_no, label: name }))}
        value={reason}
        onChange={setReason}
      />
      {expects.length > 1 ? (
        <Radio.Group
          label={t('refunds.expect')}
          value={expect}
          onChange={(value) => setExpect(value === 'resend' ? 'resend' : 'refund')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="refund" label={t('refunds.expect_refund')} />
            <Radio value="resend" label={t('refunds.expect_resend')} />
          </Stack>
        </Radio.Group>
      ) : null}
      <Stack gap={6}>
        {lines.map(({ line_no, title, quantity, price }) => (
          <Checkbox
            key={line_no}
            checked={!left.includes(line_no)}
            label={`${quantity} × ${title} · ${money(price * quantity, currency).text}`}
            onChange={(event) =>
              setLeft(event.currentTarget.checked ? left.filter((one) => one !== line_no) : [...left, line_no])
            }
          />
        ))}
      </Stack>
      <Textarea
        label={t('refunds.text')}
        value={text}
        maxLength={LONGEST}
        rows={3}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <EvidencePicker pictures={pictures} onChange={setPictures} />
    </RequestForm>
  )
}
