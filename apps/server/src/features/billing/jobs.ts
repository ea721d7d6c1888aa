import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Reads a subscription and what it billed at the provider. */
export const pollSubscription = job('billing.poll', {
  payload: z.object({ workplace_id: z.string(), subscription_id: z.string() }),
  attempts: 12,
  key: ({ subscription_id }) => subscription_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Reads what became of something that was asked for and has no subscription yet. */
export const pollCharge = job('billing.poll_charge', {
  payload: z.object({ workplace_id: z.string(), charge_id: z.string() }),
  attempts: 12,
  key: ({ charge_id }) => charge_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Asks the provider for the page on which another card is given. */
export const openMethodPage = job('billing.method', {
  payload: z.object({ workplace_id: z.string(), charge_id: z.string() }),
  attempts: 6,
  key: ({ charge_id }) => charge_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** What nobody told us about is asked about; downgrades that are due are told to the provider. */
export const sweepPlans = job('billing.sweep', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
})

/** Messages that were lost: the provider's own list of events is read on from where it was left. */
export const catchUpPlans = job('billing.catch_up', {
  payload: z.object({}),
  attempts: 3,
  cron: '*/5 * * * *',
  at_start: true,
})

/** Added by a trigger (`keep_key_of_plan`), however the store was left. */
export const leaveStore = job('billing.leave_store', {
  payload: z.object({ workplace_id: z.string(), subscription_id: z.string() }),
  attempts: 25,
  key: ({ subscription_id }) => subscription_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** What stores were billed for their plans is told by the platform's report alone. */
export const readReport = job('billing.read_report', {
  payload: z.object({}),
  attempts: 3,
  cron: '13 * * * *',
  at_start: true,
})
