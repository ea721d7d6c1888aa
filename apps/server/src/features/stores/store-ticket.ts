import type { Channel } from '@omni/domain/channels/document.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

const TICKET_MINUTES = 15

/** The person who comes back is known by a single-use ticket, which also says which store it was about. */
export async function writeTicket(
  tx: Tx,
  ctx: Ctx,
  { platform, shop, keys, migrates = false }: { platform: Channel; shop: string; keys?: string; migrates?: boolean },
): Promise<string> {
  await tx
    .deleteFrom('store_tickets')
    .where('workplace_id', '=', ctx.workplace_id)
    .where('expires_at', '<', ctx.now.toISOString())
    .execute()
  const ticket = newToken()
  await tx
    .insertInto('store_tickets')
    .values({
      workplace_id: ctx.workplace_id,
      ticket_hash: tokenHash(ticket),
      user_id: ctx.user_id,
      platform,
      migrates,
      // Some sites stand behind a password, which is typed as part of the address.
      shop: ctx.secrets.seal(shop),
      ...(keys !== undefined && { keys: ctx.secrets.seal(keys) }),
      expires_at: new Date(ctx.now.getTime() + TICKET_MINUTES * 60_000),
    })
    .execute()
  return ticket
}

/** Taken before it is used: a second return with the same one finds nothing. */
export const takeTicket = (tx: Tx, ctx: Ctx, platform: Channel, ticket: string) =>
  tx
    .deleteFrom('store_tickets')
    .where('workplace_id', '=', ctx.workplace_id)
    .where('ticket_hash', '=', tokenHash(ticket))
    .where('user_id', '=', ctx.user_id)
    .where('platform', '=', platform)
    .where('expires_at', '>', ctx.now.toISOString())
    .returning(['shop', 'keys', 'migrates'])
    .executeTakeFirst()
