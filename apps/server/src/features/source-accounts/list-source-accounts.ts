import type { Out } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { OWN_ACCOUNTS, SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toAccount } from './account-row.ts'
import { isOwnAccountSource, isSetUp } from './consent-login.ts'

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
    connectable: SOURCE_IDS.flatMap((source) =>
      isOwnAccountSource(source) && isSetUp(ctx, source) ? [{ source, by: OWN_ACCOUNTS[source] }] : [],
    ),
  }
}
