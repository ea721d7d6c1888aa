import type { EventData } from '@omni/contracts/events.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import { isChannel } from '@omni/domain/channels/document.ts'
import { matchLanguage } from '@omni/domain/languages.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import { work } from '../../platform/jobs.ts'
import { renderMail } from '../../platform/mail-template.ts'
import { moveStore } from './jobs.ts'
import { moveHere } from './move-store.ts'

interface Id {
  workplace_id: string
  migration_id: string
}

const readMove = (ctx: JobCtx, { workplace_id, migration_id }: Id) =>
  ctx.db.read((tx) =>
    tx
      .selectFrom('store_migrations')
      .selectAll()
      .where('workplace_id', '=', workplace_id)
      .where('migration_id', '=', migration_id)
      .executeTakeFirst(),
  )

/** The store's owner gets the code; a mail that is sent twice has the same one. */
export async function mailMigration(ctx: JobCtx, id: EventData<'store.migration_requested'>): Promise<void> {
  const row = await readMove(ctx, id)
  if (!row || row.confirmed_at !== null) return
  const link = new URL('/auth/store-migrate-verification', ctx.config.PUBLIC_URL)
  link.searchParams.set('code', ctx.secrets.open(row.code))
  await ctx.services.mail.send({
    to: row.owner_email,
    message_id: `${row.migration_id}@omni`,
    ...renderMail('store_migrate', matchLanguage([row.language]), { name: '', link: link.href }),
  })
}

/** Carries out what the owner confirmed. */
export const moveStoreJob = work(moveStore, async (ctx, { workplace_id, migration_id, user_id }) => {
  const row = await readMove(ctx, { workplace_id, migration_id })
  if (!row || row.confirmed_at === null || !isChannel(row.platform)) return
  const connected = JSON.parse(ctx.secrets.open(row.credentials)) as Connected<unknown> // as `askOwner` sealed it
  await moveHere({ ...ctx, workplace_id, user_id }, row.platform, revive(connected), row.platform_domain)
  await ctx.db.tx((tx) =>
    tx
      .deleteFrom('store_migrations')
      .where('workplace_id', '=', workplace_id)
      .where('migration_id', '=', migration_id)
      .execute(),
  )
})

/** Moments are texts in JSON. */
const revive = ({ expires_at, refresh_expires_at, ...rest }: Connected<unknown>): Connected<unknown> => ({
  ...rest,
  expires_at: expires_at && new Date(expires_at),
  refresh_expires_at: refresh_expires_at && new Date(refresh_expires_at),
})
