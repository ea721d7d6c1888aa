import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { listPage, titleHas } from './list-page.ts'

/** Sourcing spec §7 listings/unmapped: what a store sells and is not ours yet. Such listings are never written to. */
export const listUnmapped = (ctx: Ctx, input: In<typeof listingCalls.listUnmapped>) =>
  listPage(
    ctx,
    input,
    sql`l.product_id is null and l.hidden_at is ${input.hidden ? sql`not null` : sql`null`} ${input.store_id ? sql`and l.store_id = ${input.store_id}` : sql``} ${titleHas(input.text)}`,
  )
