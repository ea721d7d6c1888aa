import { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { cancelDispute } from './cancel-dispute.ts'
import { getDisputeOptions } from './get-dispute-options.ts'
import { getRequestType } from './get-request-type.ts'
import { listUnrecovered } from './list-unrecovered.ts'
import { makeEvidenceBundle } from './make-evidence-bundle.ts'
import { openDispute } from './open-dispute.ts'
import { handlePurchaseEnded, readAllRefundsJob, readRefundsJob, readWaiting } from './read-refunds.job.ts'
import { removeBundleJob } from './remove-bundle.job.ts'
import { requestRefund } from './request-refund.ts'
import { sendDispute, withdrawDispute } from './send-dispute.ts'
import { sendRefund } from './send-refund.ts'

/** Money back from suppliers. The rules are packages/domain/src/refunds. */
export const refunds: Feature = {
  calls: serve(refundCalls, {
    getRequestType,
    requestRefund,
    getDisputeOptions,
    openDispute,
    cancelDispute,
    makeEvidenceBundle,
    listUnrecovered,
  }),
  jobs: [readRefundsJob, readAllRefundsJob, removeBundleJob],
  on: {
    'purchase.ended': { 'read what came back': handlePurchaseEnded },
    'purchases.sync_requested': { 'read what was answered': readWaiting },
  },
  attempts: [sendRefund, sendDispute, withdrawDispute],
}
