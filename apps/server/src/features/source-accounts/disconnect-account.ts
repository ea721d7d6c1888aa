import { costOf } from '@omni/connectors/vendor.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { revive } from '../../platform/vendor-tokens.ts'
import { shortId } from './account-row.ts'
import { supplierHookUrl } from './subscribe.ts'

const SEND_WITHIN_MS = 5_000

/** Ours is forgotten at once; telling the supplier is a courtesy that may fail. */
export async function disconnectAccount(ctx: Ctx, source: Source): Promise<null> {
  const gone = await ctx.db.tx((tx) => remove(tx, ctx, source))
  if (!gone) refuse('not_found')
  await notifySupplier(ctx, source, gone).catch((error: unknown) =>
    ctx.log.info({ source, err: error }, 'the supplier was not told'),
  )
  return null
}

type Gone = { credentials: string; account_id: string; hook_token: string }

async function notifySupplier(ctx: Ctx, source: Source, gone: Gone) {
  const { suppliers } = ctx.services
  const { account, pushes } = suppliers.definition(source)
  const leave = account?.disconnect
  if (!leave) return
  const call = suppliers.call(source, revive(ctx.secrets.open(gone.credentials)).credentials, gone.account_id)
  const { subscription } = pushes ?? {}
  const before = await subscription?.read(call, null)
  // Another workplace may be told of the same account.
  if (subscription && before?.url === supplierHookUrl(ctx.config.PUBLIC_URL, source, gone.hook_token)) {
    const input = { url: null, before }
    await call.limits.take(costOf(subscription.set, input))
    await subscription.set.send({ ...call, send_by: performance.now() + SEND_WITHIN_MS }, input)
  }
  await call.limits.take(costOf(leave, null))
  const left = await leave.send({ ...call, send_by: performance.now() + SEND_WITHIN_MS }, null)
  if (left.outcome !== 'done') ctx.log.info({ source, left }, 'the supplier was not told')
}

async function remove(tx: Tx, ctx: Ctx, source: Source) {
  const row = await tx
    .deleteFrom('source_accounts')
    .where('workplace_id', '=', ctx.workplace_id)
    .where('source', '=', source)
    .returning(['credentials', 'account_id', 'hook_token'])
    .executeTakeFirst()
  if (!row) return undefined
  await audit(tx, {
    chain_id: ctx.workplace_id,
    user_id: ctx.user_id,
    action: 'source_account.disconnected',
    subject: source,
    before: { account: shortId(row.account_id) },
  })
  await emit(tx, 'source_account.changed', { workplace_id: ctx.workplace_id, source })
  return row
}
