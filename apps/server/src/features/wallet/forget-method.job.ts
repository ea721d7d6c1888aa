import { type Job, work } from '../../platform/jobs.ts'
import { forgetMethod } from './jobs.ts'
import { openProvider, providerOf } from './providers.ts'

export const forgetMethodJob: Job = work(forgetMethod, async (ctx, { workplace_id, method_id }) => {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('payment_methods')
      .select(['method_ref', 'removed_at', 'provider'])
      .where('workplace_id', '=', workplace_id)
      .where('method_id', '=', method_id)
      .executeTakeFirst(),
  )
  if (row?.removed_at) await openProvider(ctx, providerOf(row)).forget(row.method_ref)
})
