import type { Finding, VendorCall } from '@omni/connectors/vendor.ts'
import { same } from '@omni/domain/products/changes.ts'
import { sql } from 'kysely'
import type { BaseCtx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'

interface Connection {
  workplace_id: string
  store_id: string
  epoch: number
}
export type StoreFindings = Record<string, readonly Finding[]>

/** Keeps what reads of a store found they may not see, by the name of the read; written when that changes. */
export function recordFindings(
  ctx: Pick<BaseCtx, 'as'>,
  { workplace_id, store_id, epoch }: Connection,
  kept: StoreFindings,
): NonNullable<VendorCall<unknown, unknown>['found']> {
  const known = new Map(Object.entries(kept))
  return async (of, findings) => {
    if (same(known.get(of) ?? [], findings)) return
    known.set(of, findings)
    await ctx.as({ workplace_id }).tx(async (tx) => {
      const change = findings.length > 0 ? sql`|| ${JSON.stringify({ [of]: findings })}::jsonb` : sql`- ${of}::text`
      await sql`update store_connections set findings = findings ${change}
        where workplace_id = ${workplace_id} and store_id = ${store_id} and epoch = ${epoch}`.execute(tx)
      await publishToWorkplace(tx, workplace_id, 'stores.changed', {})
    })
  }
}
