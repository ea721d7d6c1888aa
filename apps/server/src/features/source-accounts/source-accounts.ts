import { createHash } from 'node:crypto'
import type { Connected } from '@omni/connectors/suppliers/supplier.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { accountHealth } from '@omni/domain/source-accounts/account-health.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

type Account = Out<typeof sourceAccountCalls.connectCj>
type Row = {
  source: string
  account_id: string
  account_name: string
  health: string
  expires_at: string | null
  refresh_expires_at: string | null
  connected_at: string
  checked_at: string | null
}

const TICKET_MINUTES = 15
const RETURN_PAGE = '/app/setting/source-account'

const toAccount = (row: Row, now: Date): Account => ({
  source: SOURCES.find((source) => source === row.source) ?? 'aliexpress',
  account_id: row.account_id,
  account_name: row.account_name,
  health: accountHealth(row, now),
  token_ends_at: row.refresh_expires_at ?? row.expires_at,
  connected_at: row.connected_at,
  checked_at: row.checked_at,
})

/** Which sources a seller can connect, and how. Those driven by the extension have no account here. */
export async function listSourceAccounts(ctx: Ctx): Promise<Out<typeof sourceAccountCalls.listSourceAccounts>> {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('source_accounts')
      .selectAll()
      .where('workplace_id', '=', ctx.workplace_id)
      .orderBy('connected_at')
      .execute(),
  )
  return {
    accounts: rows.map((row) => toAccount(row, ctx.now)),
    connectable: [
      ...(ctx.config.ALIEXPRESS_APP_KEY ? [{ source: 'aliexpress' as const, by: 'oauth' as const }] : []),
      { source: 'cj', by: 'key' },
    ],
  }
}

/** Foundation spec §7 core/aliexpress/url-login. The way back is bound to this workplace by a single-use ticket. */
export async function getAliexpressLoginUrl(
  ctx: Ctx,
  { callback_url }: In<typeof sourceAccountCalls.getAliexpressLoginUrl>,
) {
  const authorizeUrl = ctx.services.suppliers.definition('aliexpress').account?.authorizeUrl
  if (!authorizeUrl || !ctx.config.ALIEXPRESS_APP_KEY) refuse('source_account.not_set_up')
  const back = new URL(RETURN_PAGE, ctx.config.PUBLIC_URL)
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

export async function finishAliexpressLogin(
  ctx: Ctx,
  { code, state }: In<typeof sourceAccountCalls.finishAliexpressLogin>,
): Promise<Account> {
  // Taken before the code is used: a second return with the same ticket finds nothing.
  const ticket = await ctx.db.tx((tx) =>
    tx
      .deleteFrom('source_account_tickets')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('ticket_hash', '=', tokenHash(state))
      .where('user_id', '=', ctx.user_id)
      .where('expires_at', '>', ctx.now.toISOString())
      .returning('source')
      .executeTakeFirst(),
  )
  if (!ticket) refuse('source_account.way_expired')
  return connect(ctx, 'aliexpress', code)
}

export const connectCj = (ctx: Ctx, { api_key }: In<typeof sourceAccountCalls.connectCj>) => connect(ctx, 'cj', api_key)

async function connect(ctx: Ctx, source: Source, code: string): Promise<Account> {
  const { account } = ctx.services.suppliers.definition(source)
  if (!account) refuse('source_account.not_set_up')
  let connected: Connected<unknown>
  try {
    connected = await account.connect(ctx.services.suppliers.call(source, null), { code })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.kind === 'unavailable' || error.kind === 'unknown')
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
      { fields: { [source === 'cj' ? 'api_key' : 'code']: ['source_account.key_refused'] } },
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
      .onConflict((conflict) => conflict.columns(['workplace_id', 'source']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'source_account.connected',
      subject: source,
      after: { account: short(connected.account_id) },
    })
    return toAccount(row, ctx.now)
  })
}

export const disconnectAliexpress = (ctx: Ctx) => disconnect(ctx, 'aliexpress')
export const disconnectCj = (ctx: Ctx) => disconnect(ctx, 'cj')

/** Ours is forgotten at once; telling the supplier is a courtesy that may fail. */
async function disconnect(ctx: Ctx, source: Source): Promise<null> {
  const gone = await ctx.db.tx((tx) => remove(tx, ctx, source))
  if (!gone) refuse('not_found')
  const { account } = ctx.services.suppliers.definition(source)
  const { credentials } = JSON.parse(ctx.secrets.open(gone.credentials)) as { credentials: unknown } // sealed by `connect`
  await account
    ?.disconnect?.(ctx.services.suppliers.call(source, credentials))
    .catch((error: unknown) => ctx.log.info({ source, err: error }, 'the supplier was not told'))
  return null
}

async function remove(tx: Tx, ctx: Ctx, source: Source) {
  const row = await tx
    .deleteFrom('source_accounts')
    .where('workplace_id', '=', ctx.workplace_id)
    .where('source', '=', source)
    .returning(['credentials', 'account_id'])
    .executeTakeFirst()
  if (row)
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'source_account.disconnected',
      subject: source,
      before: { account: short(row.account_id) },
    })
  return row
}

/** Enough to tell accounts apart in the log, too little to use. */
const short = (account_id: string) => createHash('sha256').update(account_id).digest('hex').slice(0, 8)
