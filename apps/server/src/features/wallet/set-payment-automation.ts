import type { In, Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { CARD_PAYMENT_ID, SERVICE_NAMES } from '@omni/domain/vendors/manifest.ts'
import { kindOf, takerOf } from '@omni/domain/wallet/methods.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { isSetUp } from './providers.ts'
import { enabledColumn, writeSettings } from './settings-row.ts'

/** Orders spec §7 payments/automation/{provider_method}/{status}. */
export async function setPaymentAutomation(
  { config, db, workplace_id }: Ctx,
  { provider_method, status }: In<typeof walletCalls.setPaymentAutomation>,
): Promise<Out<typeof walletCalls.setPaymentAutomation>> {
  const enabled = status === 'enable'
  if (provider_method === 'wallet' && !enabled) refuse('wallet.always_available')
  if (provider_method === CARD_PAYMENT_ID && enabled)
    refuse('wallet.page_not_automatic', { name: SERVICE_NAMES[provider_method] })
  if (provider_method === 'wallet' || provider_method === CARD_PAYMENT_ID) return { method: provider_method, enabled }
  if (provider_method !== 'credit_card' && enabled && !isSetUp(config, takerOf(provider_method)))
    refuse('wallet.provider_not_set_up')
  await db.tx(async (tx) => {
    await writeSettings(tx, workplace_id, { [enabledColumn(kindOf(provider_method))]: enabled })
    await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
  })
  return { method: provider_method, enabled }
}
