import type { In } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { POLICY_VERSION } from '@omni/domain/wallet/topup.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { readSettings, writeSettings } from './settings-row.ts'

/** Orders spec §7 payments/user/wallets/accept-policy. Terms that changed meanwhile are read first. */
export async function acceptWalletPolicy(
  { db, workplace_id, user_id, now }: Ctx,
  { version }: In<typeof walletCalls.acceptWalletPolicy>,
) {
  if (version !== POLICY_VERSION) refuse('wallet.policy_changed')
  return db.tx(async (tx) => {
    const { policy_version, policy_accepted_at } = await readSettings(tx, workplace_id)
    if (policy_version === version && policy_accepted_at !== null) return { version, accepted_at: policy_accepted_at }
    const accepted_at = now.toISOString()
    await writeSettings(tx, workplace_id, {
      policy_version: version,
      policy_accepted_at: accepted_at,
      policy_accepted_by: user_id,
    })
    await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
    return { version, accepted_at }
  })
}
