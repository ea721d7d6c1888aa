import { autoTopupDue, POLICY_VERSION, WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import { balanceOf } from '../../platform/ledger.ts'
import { type Job, work } from '../../platform/jobs.ts'
import { topUpWhenLow } from './jobs.ts'
import { findMethod, mayPay } from './payment-methods.ts'
import { autoTopupOf, readSettings } from './settings-row.ts'
import { startCharge } from './start-payment.ts'

/** One job at a time per workplace, so that two never see the same room below the cap. */
export const topUpWhenLowJob: Job = work(topUpWhenLow, async (ctx, { workplace_id }) => {
  const { config, now } = ctx
  await ctx.db.tx(async (tx) => {
    const settings = await readSettings(tx, workplace_id)
    const auto = autoTopupOf(settings)
    if (!auto.on || settings.policy_version !== POLICY_VERSION) return
    const { rows } = await sql<{ done: number; under_way: number }>`
      select coalesce(sum(amount) filter (where state = 'succeeded'), 0)::float8 as done,
        coalesce(sum(amount) filter (where settled_at is null), 0)::float8 as under_way
      from payments where workplace_id = ${workplace_id} and purpose = 'auto_topup'
        and created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')`.execute(tx)
    const account = (name: 'wallet_bonus' | 'wallet_topup') =>
      balanceOf(tx, { workplace_id, account: name, currency: WALLET_CURRENCY })
    const available = (await account('wallet_bonus')) + (await account('wallet_topup'))
    const amount = autoTopupDue(auto, available, rows[0] ?? { done: 0, under_way: 0 })
    const method = amount > 0 ? await findMethod(tx, workplace_id, undefined) : undefined
    // A card that said no today is not asked again today.
    const refused = await tx
      .selectFrom('payments')
      .select('payment_id')
      .where('workplace_id', '=', workplace_id)
      .where('purpose', '=', 'auto_topup')
      .where('state', '=', 'failed')
      .where('method_id', '=', method?.method_id ?? null)
      .where('created_at', '>', new Date(now.getTime() - 86_400_000).toISOString())
      .executeTakeFirst()
    if (method && mayPay(config, settings, method) && !refused)
      await startCharge(tx, { config, workplace_id, now, user_id: null }, { purpose: 'auto_topup', amount, method })
  })
})
