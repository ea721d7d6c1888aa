import { VendorError } from '@omni/connectors/vendor-error.ts'
import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { renewAccount } from './jobs.ts'
import { endConsent, openAccount } from './open-account.ts'
import { subscribe } from './subscribe.ts'

const HOUR_MS = 3_600_000
/** An account is looked at this often. spec: not shown. */
const EVERY_MS = 6 * HOUR_MS
/** A token is renewed this long before its end: two looks may fail. */
const RENEW_WITHIN_MS = 2 * EVERY_MS
/** A supplier that did not answer is asked again sooner. */
const AGAIN_MS = HOUR_MS / 4

/** Renews the account's token before its end and notes its health, which the accounts page shows. */
export const renewAccountJob = work(renewAccount, async (ctx, { workplace_id, source }) => {
  if (!isSource(source)) throw new Error(`no such source: ${source}`)
  const health = await checkAccount(ctx, workplace_id, source)
  await ctx.db.tx(async (tx) => {
    // Connecting again starts it anew.
    if (health === 'gone') return
    if (health === 'expired') return endConsent(tx, ctx, workplace_id, source)
    const noted = await tx
      .updateTable('source_accounts')
      .set({ health, checked_at: ctx.now })
      .where('workplace_id', '=', workplace_id)
      .where('source', '=', source)
      .where('health', '<>', 'expired')
      .returning('source')
      .executeTakeFirst()
    if (!noted) return
    const next = new Date(ctx.now.getTime() + (health === 'ok' ? EVERY_MS : AGAIN_MS))
    await enqueue(tx, renewAccount, { workplace_id, source }, next)
  })
})

async function checkAccount(
  ctx: JobCtx,
  workplace_id: string,
  source: Source,
): Promise<'ok' | 'unreachable' | 'expired' | 'gone'> {
  const account = await openAccount(ctx, workplace_id, source)
  if (!account) return 'gone'
  try {
    await account.keepAlive(RENEW_WITHIN_MS)
    await subscribe(ctx, workplace_id, source, account)
    return 'ok'
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ source, err: error }, 'an account of a seller could not be looked after')
    return error.kind === 'auth_expired' ? 'expired' : 'unreachable'
  }
}
