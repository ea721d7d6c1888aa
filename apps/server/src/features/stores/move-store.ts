import type { StoreInfo } from '@omni/connectors/channels/channel.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { type ConnectCtx, connectStore, readInfo } from './connect-store.ts'
import { endConnection } from './end-connection.ts'
import { type StoreId, notifyMembers } from './open-store.ts'
import type { StoreRow } from './store-row.ts'

/** As long as the access that the consent gave is good without being renewed: an hour at least. */
const MOVE_WITHIN_MS = 50 * 60_000

/**
 * The owner has let us in at the store. Where somebody else has it connected, the store's own address is asked as well,
 * and whoever has it now is told; a store that names no address is proved by its consent alone.
 */
export async function migrateOrConnect(ctx: Ctx, platform: Channel, connected: Connected<unknown>): Promise<StoreRow> {
  const { info } = await readInfo(ctx, platform, connected)
  const holder = await holderOf(ctx, platform, info.platform_domain)
  if (!holder) return connectStore(ctx, platform, connected)
  if (info.owner_email === '') return moveHere(ctx, platform, connected, info.platform_domain)
  await ctx.limits.mail({ email: info.owner_email, ip: ctx.caller.ip })
  await askOwner(ctx, platform, info, connected)
  await ctx
    .as({ workplace_id: holder.workplace_id })
    .tx((tx) => notifyMembers(tx, holder, 'store_move_asked', `move asked ${ctx.now.toISOString()}`))
  refuse('store_migrate_in_process')
}

async function holderOf(ctx: Pick<ConnectCtx, 'db' | 'workplace_id'>, platform: Channel, shop: string) {
  const { rows } = await ctx.db.read((tx) =>
    sql<StoreId>`select * from store_elsewhere(${platform}, ${shop}, ${ctx.workplace_id})`.execute(tx),
  )
  return rows[0]
}

/** The newest request of a workplace for a store is the one that counts. */
async function askOwner(ctx: Ctx, platform: Channel, info: StoreInfo, connected: Connected<unknown>): Promise<void> {
  const { workplace_id, user_id } = ctx
  const { platform_domain, owner_email, name: store_name } = info
  const code = newToken()
  await ctx.db.tx(async (tx) => {
    await tx
      .deleteFrom('store_migrations')
      .where('workplace_id', '=', workplace_id)
      .where('platform', '=', platform)
      .where('platform_domain', '=', platform_domain)
      .execute()
    const { migration_id } = await tx
      .insertInto('store_migrations')
      .values({
        workplace_id,
        user_id,
        platform,
        platform_domain,
        store_name,
        owner_email,
        language: ctx.language,
        code_hash: tokenHash(code),
        code: ctx.secrets.seal(code),
        credentials: ctx.secrets.seal(JSON.stringify(connected)),
        expires_at: new Date(ctx.now.getTime() + MOVE_WITHIN_MS),
      })
      .returning('migration_id')
      .executeTakeFirstOrThrow()
    await emit(tx, 'store.migration_requested', { workplace_id, migration_id })
  })
}

/**
 * The old connection is closed first, so that nothing is sent by both; whoever had it is told. Begun again after a crash
 * it finds nothing to close, and connects.
 */
export async function moveHere(
  ctx: ConnectCtx,
  platform: Channel,
  connected: Connected<unknown>,
  shop: string,
): Promise<StoreRow> {
  const holder = await holderOf(ctx, platform, shop)
  if (holder)
    await ctx.as({ workplace_id: holder.workplace_id }).tx(async (tx) => {
      if (!(await endConnection(tx, holder, ctx.now))) return
      await notifyMembers(tx, holder, 'store_moved', `moved ${ctx.now.toISOString()}`)
      await audit(tx, {
        chain_id: holder.workplace_id,
        user_id: null,
        action: 'store.moved_away',
        subject: holder.store_id,
        before: { platform, shop },
      })
    })
  return connectStore(ctx, platform, connected)
}

/** `lena@example.com` -> `l***@example.com`: enough to know which mailbox it is. */
export const mailedTo = (email: string) => email.replace(/^(.)[^@]*/, '$1***')
