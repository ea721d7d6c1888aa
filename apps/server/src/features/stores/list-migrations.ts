import { isChannel } from '@omni/domain/channels/document.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { mailedTo } from './move-store.ts'

/** What is shown on /app/setting/migrate. */
export async function listMigrations(ctx: Ctx) {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('store_migrations')
      .select([
        'migration_id',
        'platform',
        'platform_domain',
        'store_name',
        'owner_email',
        'confirmed_at',
        'expires_at',
      ])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('expires_at', '>', ctx.now.toISOString())
      .orderBy('created_at', 'desc')
      .execute(),
  )
  const items = rows.flatMap(({ migration_id, platform, owner_email, confirmed_at, ...row }) =>
    isChannel(platform)
      ? [{ id: migration_id, platform, mailed_to: mailedTo(owner_email), is_confirmed: confirmed_at !== null, ...row }]
      : [],
  )
  return { items }
}
