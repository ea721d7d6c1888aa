import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import type { BaseCtx } from '../../platform/ctx.ts'
import { accountKey, OPERATOR } from '../../platform/vendor-pace.ts'
import { openAccount } from '../source-accounts/open-account.ts'

/** Wallet and card pay the house supplier; every other is paid from the seller's own account there. */
export const HOUSE_SUPPLIER = HOUSE_SOURCE_ID

/** A supplier that orders can be placed with, and through which account. */
export interface OpenSource {
  source: Source
  account_key: string
  orders: NonNullable<Supplier['orders']>
}

export type SourceProblem = 'source_not_connected' | 'source_by_hand'

type SourceCtx = Pick<BaseCtx, 'as' | 'secrets' | 'services' | 'now'>

/** Why a supplier cannot be bought from here, or the supplier. */
export async function openSource(
  ctx: SourceCtx,
  workplace_id: string,
  source: Source,
): Promise<OpenSource | SourceProblem> {
  const { placing } = ctx.services.suppliers.definition(source)
  if (!placing) return 'source_by_hand'
  if (source === HOUSE_SUPPLIER) {
    const orders = ctx.services.suppliers.shared[source]?.orders
    return orders ? { source, account_key: OPERATOR, orders } : 'source_not_connected'
  }
  const supplier = await openAccount(ctx, workplace_id, source)
  const account_key = await accountKeyOf(ctx, workplace_id, source)
  return supplier?.orders && account_key !== null
    ? { source, account_key, orders: supplier.orders }
    : 'source_not_connected'
}

async function accountKeyOf(ctx: SourceCtx, workplace_id: string, source: Source): Promise<string | null> {
  const row = await ctx
    .as({ workplace_id })
    .read((tx) =>
      tx
        .selectFrom('source_accounts')
        .select('account_id')
        .where('workplace_id', '=', workplace_id)
        .where('source', '=', source)
        .executeTakeFirst(),
    )
  return row ? accountKey(source, row.account_id) : null
}
