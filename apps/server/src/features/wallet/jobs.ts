import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Asks the provider what became of a payment. */
export const pollPayment = job('wallet.poll', {
  /** `not_charged`: what the operator saw at the provider (`npm run operate -- not-charged`). */
  payload: z.object({ workplace_id: z.string(), payment_id: z.string(), not_charged: z.boolean().optional() }),
  attempts: 12,
  key: ({ payment_id }) => payment_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Payments that nobody told us about are asked about. */
export const sweepPayments = job('wallet.sweep', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  key: () => 'all',
  queue: () => 'wallet.sweep',
})

/** The provider keeps a removed method no longer. */
export const forgetMethod = job('wallet.forget', {
  payload: z.object({ workplace_id: z.string(), method_id: z.string() }),
  attempts: 12,
  key: ({ method_id }) => method_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Looks whether the wallet is below its threshold, and starts a top-up. */
export const topUpWhenLow = job('wallet.low', {
  payload: z.object({ workplace_id: z.string() }),
  attempts: 6,
  key: ({ workplace_id }) => workplace_id,
  queue: ({ workplace_id }) => `wallet.low ${workplace_id}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** The books against themselves and against the providers'. */
export const checkBooks = job('wallet.check_books', {
  payload: z.object({}),
  attempts: 6,
  cron: '17 4 * * *',
  background: true,
})
