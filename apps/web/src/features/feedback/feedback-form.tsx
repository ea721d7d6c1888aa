import { Checkbox, Select, Stack, Textarea } from '@mantine/core'
import { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { FEEDBACK_KINDS, type FeedbackKind, MAX_FEEDBACK_TEXT } from '@omni/domain/feedback/feedback.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { EvidencePicker, type Picture } from '../evidence/evidence-picker.tsx'
import { RequestForm } from '../evidence/request-form.tsx'
import { type Askable, KIND_TEXTS } from './feedback-texts.ts'

const REFRESH = [feedbackCalls.listFeedbacks, feedbackCalls.getFeedback, orderCalls.getOrderDetail]

interface FeedbackFormProps {
  /** A new conversation about this, or one that goes on. */
  about: { purchase: Askable } | { feedback_id: string }
  onClose: () => void
}

export function FeedbackForm({ about, onClose }: FeedbackFormProps) {
  const t = useT()
  const [kind, setKind] = useState<FeedbackKind>('question')
  const [lines, setLines] = useState<string[]>([])
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const write = useAct(feedbackCalls.sendFeedback, { refresh: REFRESH, quiet: true })
  const purchase = 'purchase' in about ? about.purchase : null
  const send = () => {
    const to =
      'purchase' in about
        ? { supplier_order_id: about.purchase.supplier_order_id, kind, line_ids: lines }
        : { feedback_id: about.feedback_id }
    return write.run({ ...to, text, pictures: pictures.map(({ evidence_id }) => evidence_id) })
  }
  return (
    <RequestForm
      label={t(purchase ? 'feedback.write' : 'feedback.reply')}
      submit={t('feedback.send')}
      isIncomplete={text.trim() === ''}
      isSending={write.pending}
      send={send}
      onClose={onClose}
    >
      {purchase ? (
        <Select
          label={t('feedback.kind')}
          allowDeselect={false}
          data={FEEDBACK_KINDS.map((value) => ({ value, label: t(KIND_TEXTS[value]) }))}
          value={kind}
          onChange={(value) => setKind(FEEDBACK_KINDS.find((one) => one === value) ?? 'question')}
        />
      ) : null}
      {purchase && purchase.lines.length > 1 ? (
        <Checkbox.Group label={t('feedback.lines')} value={lines} onChange={setLines}>
          <Stack gap={6} mt={6}>
            {purchase.lines.map(({ line_id, title }) => (
              <Checkbox key={line_id} value={line_id} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
      <Textarea
        label={t('feedback.text')}
        value={text}
        maxLength={MAX_FEEDBACK_TEXT}
        rows={3}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <EvidencePicker pictures={pictures} onChange={setPictures} />
    </RequestForm>
  )
}
