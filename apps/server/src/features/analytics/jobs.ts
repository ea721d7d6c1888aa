import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

const Workplace = z.object({ workplace_id: z.string() })

/** Counts the orders that are marked. Named in schema/analytics.sql: whatever changes an order's money adds one. */
export const countMarked = job('analytics.count', {
  payload: Workplace,
  attempts: 25,
  key: ({ workplace_id }) => workplace_id,
  queue: ({ workplace_id }) => `analytics.count ${workplace_id}`,
  // One short job for many orders: behind a flood of webhooks the figures would stand still.
  priority: -1,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

const Recount = Workplace.extend({ only: z.enum(['all', 'unconverted']).default('all') })
/** Marks orders to be counted anew. Named in schema/analytics.sql: another display currency adds one. */
export const recount = job('analytics.recount', {
  payload: Recount,
  attempts: 25,
  key: ({ workplace_id }) => workplace_id,
  priority: 10,
  scope: ({ workplace_id }) => ({ workplace_id }),
  background: true,
})

/** Finds marks that nobody was woken for. */
export const sweepMarks = job('analytics.sweep', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  key: () => 'all',
  priority: -1,
})

/** Finds orders without a rate; rates come at five past each hour. */
export const sweepUnconverted = job('analytics.sweep-unconverted', {
  payload: z.object({}),
  attempts: 3,
  cron: '15 * * * *',
  key: () => 'all',
  background: true,
})
