import { Button } from '@mantine/core'
import { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useEffect, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { EvidenceList } from '../evidence/evidence-picker.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import classes from './feedback.module.css'
import { type Feedback, KIND_TEXTS, STATE_TEXTS } from './feedback-texts.ts'

export const FEEDBACK_READS = [
  feedbackCalls.listFeedbacks,
  feedbackCalls.getFeedback,
  feedbackCalls.listFeedbackHistory,
]
const nameOf = (source: string) => (isVendorName(source) ? VENDOR_NAMES[source] : source)

/** Conversations with suppliers about an order, in its panel. */
export function FeedbackPart({ order_id }: { order_id: string }) {
  const { t } = useCardShow()
  const { data } = useCall(feedbackCalls.listFeedbacks, { order_id, page_size: 100 }, { quiet: true })
  const [writing, setWriting] = useState<string | null>(null)
  if (!data || (data.items.length === 0 && data.askable.length === 0)) return null
  return (
    <section aria-label={t('feedback.title')}>
      <h3>{t('feedback.title')}</h3>
      <ul className={classes.list}>
        {data.items.map((feedback) => (
          <Conversation key={feedback.feedback_id} feedback={feedback} />
        ))}
        {data.askable.map((purchase) => (
          <li key={purchase.supplier_order_id}>
            {writing === purchase.supplier_order_id ? (
              <FeedbackForm about={{ purchase }} onClose={() => setWriting(null)} />
            ) : (
              <Button variant="default" size="xs" onClick={() => setWriting(purchase.supplier_order_id)}>
                {t('feedback.write_to', { source: nameOf(purchase.source), order_no: purchase.order_no })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Conversation({ feedback }: { feedback: Feedback }) {
  const { t, format } = useCardShow()
  const [isOpen, setOpen] = useState(feedback.unread > 0)
  const { state, kind, unread, is_overdue, last, moved_at } = feedback
  const { text, tone } = STATE_TEXTS[state]
  return (
    <li className={classes.conversation}>
      <div className={classes.line}>
        <b>{t(KIND_TEXTS[kind])}</b>
        <StatusDot tone={tone}>{t(text)}</StatusDot>
        {unread > 0 ? <StatusDot tone="accent">{t('feedback.unread')}</StatusDot> : null}
        {is_overdue ? <span className={classes.overdue}>{t('refunds.overdue')}</span> : null}
        <span className={classes.words}>{format.ago(moved_at)}</span>
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'feedback.hide' : 'feedback.show')}
        </Button>
      </div>
      {isOpen ? (
        <Messages feedback={feedback} />
      ) : (
        <p className={classes.words} dir="auto">
          {last.text}
        </p>
      )}
    </li>
  )
}

function Messages({ feedback: { feedback_id, state, unread } }: { feedback: Feedback }) {
  const { t, format } = useCardShow()
  const conversation = useCall(feedbackCalls.getFeedback, { feedback_id }, { quiet: true })
  const done = useAct(feedbackCalls.markFeedbackDone, { refresh: FEEDBACK_READS })
  const seen = useAct(feedbackCalls.markFeedbackRead, { refresh: [feedbackCalls.listFeedbacks], quiet: true })
  const [isWriting, setWriting] = useState(false)
  const isShown = conversation.data !== undefined
  useEffect(() => {
    if (isShown && unread > 0) void seen.run({ feedback_id })
    // Once for each answer that is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isShown, unread, feedback_id])
  if (conversation.isError) return <ReadFailed reading={conversation} title="feedback.failed_to_read" />
  if (!conversation.data) return <RowsSkeleton rows={2} />
  return (
    <>
      <ol className={classes.messages}>
        {conversation.data.messages.map((message) => (
          <li
            key={message.message_id}
            className={`${classes.message} ${message.who === 'supplier' ? classes.supplier : ''}`}
          >
            <span className={classes.words}>
              {[
                message.who === 'supplier' ? nameOf(conversation.data.source) : message.user_name,
                format.ago(message.written_at),
                message.state === 'failed' ? t('feedback.failed') : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <p className={classes.said} dir="auto">
              {message.text}
            </p>
            <EvidenceList pictures={message.pictures} />
            {message.links.filter(isWebAddress).map((link) => (
              <a key={link} className={classes.words} href={link} rel="noreferrer noopener" target="_blank">
                {link}
              </a>
            ))}
          </li>
        ))}
      </ol>
      {isWriting ? (
        <FeedbackForm about={{ feedback_id }} onClose={() => setWriting(false)} />
      ) : (
        <div className={classes.line}>
          <Button size="xs" disabled={state === 'sending'} onClick={() => setWriting(true)}>
            {t('feedback.reply')}
          </Button>
          {state === 'done' ? null : (
            <Button
              variant="default"
              size="xs"
              loading={done.pending}
              onClick={() => void done.run({ feedback_ids: [feedback_id] })}
            >
              {t('feedback.mark_done')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The supplier wrote it: anything else could run. */
const isWebAddress = (link: string) => /^https?:\/\//i.test(link)
