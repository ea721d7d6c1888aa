import type { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type Feedback = Out<typeof feedbackCalls.listFeedbacks>['items'][number]
export type Askable = Out<typeof feedbackCalls.listFeedbacks>['askable'][number]

export const KIND_TEXTS: Record<Feedback['kind'], TextKey> = {
  question: 'feedback.question',
  not_received: 'feedback.not_received',
  wrong_item: 'feedback.wrong_item',
  damaged: 'feedback.damaged',
  change: 'feedback.change',
  other: 'feedback.other',
}
export const STATE_TEXTS: Record<Feedback['state'], { text: TextKey; tone: Tone }> = {
  sending: { text: 'feedback.sending', tone: 'accent' },
  open: { text: 'feedback.open', tone: 'amber' },
  answered: { text: 'feedback.answered', tone: 'green' },
  done: { text: 'feedback.done', tone: 'grey' },
  failed: { text: 'feedback.failed', tone: 'red' },
}
