import { Button } from '@mantine/core'
import { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { type List, useList } from '../../platform/list.ts'
import { ListRows } from '../../platform/list-screen.tsx'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { FEEDBACK_READS } from './feedback-part.tsx'
import classes from './feedback.module.css'
import { type Feedback, KIND_TEXTS, STATE_TEXTS } from './feedback-texts.ts'

const WIDTH = 560

/** The way to all conversations with suppliers, with how many wait to be read. */
export function FeedbackStrip() {
  const { t, format } = useCardShow()
  const [url, setUrl] = useUrlState('push')
  const { data } = useCall(feedbackCalls.listFeedbacks, { page_size: 1 }, { quiet: true, keep: true })
  const shown = url['feedbacks'] === 'done' ? 'done' : url['feedbacks'] === 'open' ? 'open' : null
  return (
    <>
      {data ? (
        <div className={classes.line}>
          <Button variant="default" size="xs" onClick={() => setUrl({ feedbacks: 'open' })}>
            {t('feedback.all', { n: format.number(data.total) })}
          </Button>
          {data.unread > 0 ? <StatusDot tone="accent">{t('feedback.unread_n', { n: data.unread })}</StatusDot> : null}
        </div>
      ) : null}
      {shown ? <FeedbackPanel shown={shown} onClose={() => setUrl({ feedbacks: undefined })} /> : null}
    </>
  )
}

function FeedbackPanel({ shown, onClose }: { shown: 'open' | 'done'; onClose: () => void }) {
  const { t } = useCardShow()
  const [, setUrl] = useUrlState()
  return (
    <SidePanel opened onClose={onClose} width={WIDTH} title={t('feedback.title')}>
      <div className={classes.list}>
        <ChipRow label={t('feedback.title')}>
          {(['open', 'done'] as const).map((one) => (
            <Chip key={one} active={one === shown} onClick={() => setUrl({ feedbacks: one })}>
              {t(one === 'open' ? 'feedback.tab_open' : 'feedback.tab_done')}
            </Chip>
          ))}
        </ChipRow>
        <FeedbackList key={shown} shown={shown} />
      </div>
    </SidePanel>
  )
}

function FeedbackList({ shown }: { shown: 'open' | 'done' }) {
  const { t } = useCardShow()
  const open = useList(feedbackCalls.listFeedbacks, {}, { quiet: true })
  const past = useList(feedbackCalls.listFeedbackHistory, {}, { quiet: true })
  const list: List<Feedback> = shown === 'open' ? open : past
  return (
    <ListRows
      list={list}
      failed="feedback.failed_to_read"
      loading={<RowsSkeleton rows={4} />}
      moreClass={classes.more}
      nothingYet={<EmptyState title={t('feedback.none')} text={t('feedback.none_text')} />}
    >
      {(rows) => (
        <ul className={classes.list}>
          {rows.map((feedback) => (
            <FeedbackRow key={feedback.feedback_id} feedback={feedback} />
          ))}
        </ul>
      )}
    </ListRows>
  )
}

function FeedbackRow({ feedback }: { feedback: Feedback }) {
  const { t, format } = useCardShow()
  const done = useAct(feedbackCalls.markFeedbackDone, { refresh: FEEDBACK_READS })
  const { feedback_id, order_id, number, kind, state, unread, is_overdue, last, moved_at } = feedback
  const { text, tone } = STATE_TEXTS[state]
  return (
    <li className={classes.conversation}>
      <div className={classes.line}>
        <AppLink href={`/app/orders/cancel-refund?order=${order_id}`}>{number}</AppLink>
        <span>{t(KIND_TEXTS[kind])}</span>
        <StatusDot tone={tone}>{t(text)}</StatusDot>
        {unread > 0 ? <StatusDot tone="accent">{t('feedback.unread')}</StatusDot> : null}
        {is_overdue ? <span className={classes.overdue}>{t('refunds.overdue')}</span> : null}
        <span className={classes.words}>{format.ago(moved_at)}</span>
        {state === 'done' ? null : (
          <Button
            variant="subtle"
            size="compact-xs"
            loading={done.pending}
            onClick={() => void done.run({ feedback_ids: [feedback_id] })}
          >
            {t('feedback.mark_done')}
          </Button>
        )}
      </div>
      <p className={classes.words} dir="auto">
        {last.text}
      </p>
    </li>
  )
}
