import { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { answerFulfilmentRequest } from './answer-fulfilment-request.ts'
import { listFulfilmentRequests } from './list-fulfilment-requests.ts'
import { markRequestsPending, readRequestsJob } from './read-requests.job.ts'
import { answers } from './send-answer.ts'

/**
 * What a store asks us for as its fulfilment service. A request is answered as a whole, because a store takes no answer for
 * each line: a line that is declined declines the request and is named as the reason, and the merchant may ask for the
 * other lines again. Lines whose request is not accepted are not bought (`orders/request-block.ts`).
 */
export const fulfilmentRequests = {
  calls: serve(fulfilmentRequestCalls, { listFulfilmentRequests, answerFulfilmentRequest }),
  jobs: [readRequestsJob],
  on: { 'store.requests_changed_remotely': { 'read what it asks for': { within: markRequestsPending } } },
  attempts: answers,
} satisfies Feature
