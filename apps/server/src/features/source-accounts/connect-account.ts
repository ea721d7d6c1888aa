import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { enqueue } from '../../platform/jobs.ts'
import { shortId, type SourceAccount, toAccount } from './account-row.ts'
import { renewAccount } from './jobs.ts'

/** A key or code becomes an account; what looks after it starts at once. */
export async function connectAccount(ctx: Ctx, source: Source, code: string): Promise<SourceAccount> {
  const { account } = ctx.services.suppliers.definition(source)
  if (!account) refuse('source_account.not_set_up')
  let connected: Connected<unknown>
  try {
    connected = await account.connect(ctx.services.suppliers.call(source, null), { code })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (['unavailable', 'unreadable', 'unknown'].includes(error.kind))
      refuse('catalog.supplier_down', { supplier: ctx.services.suppliers.definition(source).name })
    if (error.kind === 'rate_limited')
      refuse(
        'source_account.slow_down',
        { supplier: ctx.services.suppliers.definition(source).name },
        { retry_after_s: error.retry_after_s ?? 60 },
      )
    refuse(
      'source_account.key_refused',
      {},
      { fields: { [account.authorizeUrl ? 'code' : 'api_key']: ['source_account.key_refused'] } },
    )
  }
  return ctx.db.tx(async (tx) => {
    const values = {
      account_id: connected.account_id,
      account_name: connected.account_name,
      credentials: ctx.secrets.seal(JSON.stringify(connected)),
      expires_at: connected.expires_at,
      refresh_expires_at: connected.refresh_expires_at,
      health: 'ok',
      connected_at: ctx.now,
      checked_at: ctx.now,
    }
    const row = await tx
      .insertInto('source_accounts')
      .values({ workplace_id: ctx.workplace_id, source, ...values })
      .onConflict((conflict) =>
        conflict.columns(['workplace_id', 'source']).doUpdateSet((eb) => ({
          ...values,
          // A renewal of the account that was there before must not write over this one.
          version: eb('source_accounts.version', '+', 1),
          renewing_by: null,
          renewing_until: null,
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'source_account.connected',
      subject: source,
      after: { account: shortId(connected.account_id) },
    })
    await emit(tx, 'source_account.changed', { workplace_id: ctx.workplace_id, source })
    await enqueue(tx, renewAccount, { workplace_id: ctx.workplace_id, source }, ctx.now)
    return toAccount(row, ctx.now)
  })
}
