import { asSource } from '@omni/domain/catalog/sources.ts'
import { work } from '../../platform/jobs.ts'
import { tidyPlaced } from './jobs.ts'
import { openSource } from './open-source.ts'
import { tidy } from './turn-order.ts'

/** What a person, or a change in the store, stopped while it existed unpaid. */
export const tidyPlacedJob = work(tidyPlaced, async (ctx, { workplace_id, vendor, account_key, order_no }) => {
  const source = await openSource(ctx, workplace_id, asSource(vendor))
  if (typeof source !== 'string' && source.account_key === account_key) await tidy(ctx, source, order_no)
})
