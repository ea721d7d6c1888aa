import { z } from 'zod'
import type { PublicCtx } from '../../platform/ctx.ts'

const Notice = z.object({
  message: z.string(),
  from: z.string().nullable().default(null),
  until: z.string().nullable().default(null),
})

/**
 * Foundation spec §7 setting-notification: what the operator has set with `npm run maintenance`, while it is in force.
 */
export async function getMaintenanceNotice(ctx: PublicCtx) {
  const row = await ctx.db.read((tx) =>
    tx.selectFrom('operator_settings').select('value').where('key', '=', 'maintenance').executeTakeFirst(),
  )
  const notice = Notice.safeParse(row?.value)
  const over = notice.success && notice.data.until !== null && new Date(notice.data.until) < ctx.now
  return notice.success && !over
    ? { maintenance: true, ...notice.data }
    : { maintenance: false, message: '', from: null, until: null }
}
