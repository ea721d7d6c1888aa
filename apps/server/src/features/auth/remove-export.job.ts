import { z } from 'zod'
import { job, work } from '../../platform/jobs.ts'

export const exportKey = (user_id: string) => `private/exports/${user_id}/omni-account.json`

export const removeExport = job('auth.remove-export', {
  payload: z.object({ user_id: z.uuid() }),
  attempts: 10,
  key: ({ user_id }) => user_id,
})

/** When its address has ended, an export is of no use to anybody we want to serve. */
export const removeExportJob = work(removeExport, async (ctx, { user_id }) => {
  await ctx.services.storage.remove(exportKey(user_id))
})
