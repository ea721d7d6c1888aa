import { type CONSENT_SOURCE_IDS, OWN_ACCOUNTS } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { ACCOUNTS_PAGE, type SourceAccount } from './account-row.ts'
import { connectAccount } from './connect-account.ts'

const TICKET_MINUTES = 15

/** Suppliers whose accounts are connected on a page of their own. */
export type ConsentSource = (typeof CONSENT_SOURCE_IDS)[number]
export type OwnAccountSource = keyof typeof OWN_ACCOUNTS
export const isOwnAccountSource = (source: string): source is OwnAccountSource => source in OWN_ACCOUNTS

/** Whether the operator has registered what connecting an account there needs. */
export function isSetUp({ config, services }: Pick<Ctx, 'config' | 'services'>, source: OwnAccountSource): boolean {
  const { needs } = services.suppliers.definition(source)
  return needs === undefined || config.vendor_env[needs] !== undefined
}

/** Where a person allows us in. The way back is bound to this workplace and supplier by a single-use ticket. */
export async function consentUrl(ctx: Ctx, source: ConsentSource, callback_url: string): Promise<{ url: string }> {
  const authorizeUrl = ctx.services.suppliers.definition(source).account?.authorizeUrl
  if (!authorizeUrl || !isSetUp(ctx, source)) refuse('source_account.not_set_up')
  const back = new URL(ACCOUNTS_PAGE, ctx.config.PUBLIC_URL)
  const wanted =
    callback_url && URL.canParse(callback_url, ctx.config.PUBLIC_URL)
      ? new URL(callback_url, ctx.config.PUBLIC_URL)
      : back
  // Only back to ourselves: the code that comes with it opens the account.
  if (wanted.origin !== back.origin) refuse('source_account.callback_foreign', {}, { field: 'callback_url' })
  // The page it comes back to is the same for all: the ticket says whose it is.
  const ticket = `${source}.${newToken()}`
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
        source,
        callback_url: wanted.href,
        expires_at: new Date(ctx.now.getTime() + TICKET_MINUTES * 60_000),
      })
      .execute()
  })
  const { app } = ctx.services.suppliers.call(source, null)
  return { url: authorizeUrl(app, { state: ticket, callback_url: wanted.href }) }
}

/** Back from the supplier with a code. */
export async function finishConsent(
  ctx: Ctx,
  source: ConsentSource,
  { code, state }: { code: string; state: string },
): Promise<SourceAccount> {
  // Taken before the code is used: a second return with the same ticket finds nothing.
  const ticket = await ctx.db.tx((tx) =>
    tx
      .deleteFrom('source_account_tickets')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('ticket_hash', '=', tokenHash(state))
      .where('user_id', '=', ctx.user_id)
      .where('source', '=', source)
      .where('expires_at', '>', ctx.now.toISOString())
      .returning('source')
      .executeTakeFirst(),
  )
  if (!ticket) refuse('source_account.way_expired')
  return connectAccount(ctx, source, code)
}
