import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import type { TokenStore } from '@omni/connectors/tokens.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { BaseCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { tokenStore } from '../../platform/vendor-tokens.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { ACCOUNTS_PAGE } from './account-row.ts'

type AccountCtx = Pick<BaseCtx, 'as' | 'secrets' | 'services' | 'now'>

/** A supplier through the seller's own account; null when none is connected. Its tokens are renewed as they end. */
export async function openAccount(ctx: AccountCtx, workplace_id: string, source: Source): Promise<Supplier | null> {
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
  return row ? ctx.services.suppliers.through(source, row.account_id, accountTokens(ctx, workplace_id, source)) : null
}

/** Its own connection, never the caller's transaction: a token must be kept even if the caller's work is undone. */
function accountTokens(ctx: AccountCtx, workplace_id: string, source: Source): TokenStore<unknown> {
  return tokenStore({
    db: ctx.as({ workplace_id }),
    secrets: ctx.secrets,
    table: 'source_accounts',
    sealed: 'credentials',
    key: sql`workplace_id = ${workplace_id} and source = ${source}`,
    over: sql<boolean>`health = 'expired'`,
    alsoWrite: ({ expires_at, refresh_expires_at }) => [
      sql`expires_at = ${expires_at}`,
      sql`refresh_expires_at = ${refresh_expires_at}`,
      sql`health = 'ok'`,
      sql`checked_at = ${ctx.now}`,
    ],
    onOver: (tx) => endConsent(tx, ctx, workplace_id, source),
  })
}

/** The supplier lets us in no more: the account says so, and everybody in the workplace is told, once a connection. */
export async function endConsent(
  tx: Tx,
  { services, now }: Pick<AccountCtx, 'services' | 'now'>,
  workplace_id: string,
  source: Source,
): Promise<void> {
  const ended = await tx
    .updateTable('source_accounts')
    .set({ health: 'expired', checked_at: now })
    .where('workplace_id', '=', workplace_id)
    .where('source', '=', source)
    .where('health', '<>', 'expired')
    .returning(['account_name', 'connected_at'])
    .executeTakeFirst()
  if (!ended) return
  await createNotification(tx, {
    workplace_id,
    user_id: null,
    message_key: 'source_account_over',
    params: { supplier: services.suppliers.definition(source).name, account: ended.account_name },
    link: ACCOUNTS_PAGE,
    cause: `source account over ${source} ${ended.connected_at}`,
  })
  await emit(tx, 'source_account.changed', { workplace_id, source })
}
