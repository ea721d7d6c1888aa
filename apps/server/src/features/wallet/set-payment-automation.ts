import type { In, Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { isSetUp, takerOf } from './providers.ts'
import { writeSettings } from './settings-row.ts'

/** Orders spec §7 payments/automation/{provider_method}/{status}. */
export async function setPaymentAutomation(
  { config, db, workplace_id }: Ctx,
  { provider_method, status }: In<typeof walletCalls.setPaymentAutomation>,
): Promise<Out<typeof walletCalls.setPaymentAutomation>> {
  const enabled = status === 'enable'
  if (provider_method === 'wallet' && !enabled) refuse('wallet.always_available')
  if (provider_method === 'stripe' && enabled) refuse('wallet.stripe_not_automatic')
  if (provider_method === 'paypal' && enabled && !isSetUp(config, takerOf(provider_method)))
    refuse('wallet.provider_not_set_up')
  if (provider_method === 'wallet' || provider_method === 'stripe') return { method: provider_method, enabled }
  await db.tx(async (tx) => {
    await writeSettings(
      tx,
      workplace_id,
      provider_method === 'credit_card' ? { card_enabled: enabled } : { paypal_enabled: enabled },
    )
    await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
  })
  return { method: provider_method, enabled }
}
