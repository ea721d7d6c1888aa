import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { listPage, titleHas } from './list-page.ts'

/** Sourcing spec §7 listings/mapped: where our products are listed. */
export const listMapped = (ctx: Ctx, input: In<typeof listingCalls.listMapped>) =>
  listPage(
    ctx,
    input,
    sql`l.product_id is not null
      ${input.store_id ? sql`and l.store_id = ${input.store_id}` : sql``}
      ${input.product_id ? sql`and l.product_id = ${input.product_id}` : sql``}
      ${input.state ? sql`and l.state = ${input.state}` : sql``}
      ${input.attention ? sql`and l.state in ('refused', 'needs_decision', 'gone')` : sql``}
      ${titleHas(input.text)}`,
  )
