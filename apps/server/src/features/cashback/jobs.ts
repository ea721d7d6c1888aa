import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** What was delivered earns cashback; what waited long enough is paid; what is refunded is frozen or taken back. */
export const settleCashbacks = job('cashback.settle', {
  payload: z.object({}),
  attempts: 6,
  cron: '23 * * * *',
  at_start: true,
  background: true,
})
