import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/**
 * Does what is due at the tracker: registers, asks, changes carriers, stops. One for all workplaces, because the tracker
 * has one account and takes many numbers in a call; one after another, because its limits are of that account.
 */
export const pollParcels = job('tracking.poll', {
  payload: z.object({}),
  attempts: 5,
  key: () => 'all',
  queue: () => 'tracking',
  cron: '* * * * *',
  at_start: true,
})
