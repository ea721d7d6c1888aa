import type { Out } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toAccount } from './account-row.ts'
import { isConsentSetUp } from './consent-login.ts'

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
      ...(isConsentSetUp(ctx, 'aliexpress') ? [{ source: 'aliexpress' as const, by: 'oauth' as const }] : []),
      { source: 'cj', by: 'key' },
      ...(isConsentSetUp(ctx, 'alibaba') ? [{ source: 'alibaba' as const, by: 'oauth' as const }] : []),
    ],
  }
}
