import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { ACCOUNTS_PAGE } from './accounts-page.ts'

const TICKET_MINUTES = 15

/** Foundation spec §7 core/aliexpress/url-login. The way back is bound to this workplace by a single-use ticket. */
export async function getAliexpressLoginUrl(
  ctx: Ctx,
  { callback_url }: In<typeof sourceAccountCalls.getAliexpressLoginUrl>,
) {
  const authorizeUrl = ctx.services.suppliers.definition('aliexpress').account?.authorizeUrl
  if (!authorizeUrl || !ctx.config.ALIEXPRESS_APP_KEY) refuse('source_account.not_set_up')
  const back = new URL(ACCOUNTS_PAGE, ctx.config.PUBLIC_URL)
  const wanted =
    callback_url && URL.canParse(callback_url, ctx.config.PUBLIC_URL)
      ? new URL(callback_url, ctx.config.PUBLIC_URL)
      : back
  // Only back to ourselves: the code that comes with it opens the account.
  if (wanted.origin !== back.origin) refuse('source_account.callback_foreign', {}, { field: 'callback_url' })
  const ticket = newToken()
  await ctx.db.tx(async (tx) => {
    await tx
      .deleteFrom('source_account_tickets')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('expires_at', '<', ctx.now.toISOString())
      .execute()
    await tx
      .insertInto('source_account_tickets')
      .values({
        workplace_id: ctx.workplace_id,
        user_id: ctx.user_id,
        ticket_hash: tokenHash(ticket),
        source: 'aliexpress',
        callback_url: wanted.href,
        expires_at: new Date(ctx.now.getTime() + TICKET_MINUTES * 60_000),
      })
      .execute()
  })
  return {
    url: authorizeUrl(ctx.services.suppliers.call('aliexpress', null).app, {
      state: ticket,
      callback_url: wanted.href,
    }),
  }
}
