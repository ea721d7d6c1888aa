import { ExtensionStrip } from '../extension/extension-strip.tsx'
import { FeedbackStrip } from '../feedback/feedback-strip.tsx'
import { WaitingStrip } from '../order-payments/waiting-strip.tsx'
import { SyncStrip } from '../placement/sync-strip.tsx'
import { UnrecoveredStrip } from '../refunds/unrecovered-strip.tsx'
import type { ListedStatus } from './order-filters.ts'

/** What is going on around the orders of a group, and what waits for the seller. */
export function OrderStrips({ status }: { status: ListedStatus }) {
  const isBack = status === 'cancelled' || status === 'refund'
  return (
    <>
      {status === 'placement' || status === 'payment' ? <ExtensionStrip /> : null}
      {status === 'payment' ? <SyncStrip /> : null}
      {status === 'payment' ? <WaitingStrip /> : null}
      {isBack ? <FeedbackStrip /> : null}
      {isBack ? <UnrecoveredStrip /> : null}
    </>
  )
}
