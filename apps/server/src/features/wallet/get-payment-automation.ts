import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { listMethods } from './payment-methods.ts'
import { CARD_PROVIDER, isSetUp } from './providers.ts'
import { readSettings } from './settings-row.ts'

/** Orders spec §5: the wallet is always available; stripe never counts as an auto-payment; others must be enabled. */
export async function getPaymentAutomation({
  config,
  db,
  workplace_id,
}: Ctx): Promise<Out<typeof walletCalls.getPaymentAutomation>> {
  return db.read(async (tx) => {
    const { card_enabled, paypal_enabled } = await readSettings(tx, workplace_id)
    const methods = await listMethods(tx, workplace_id)
    const has = (kind: 'card' | 'paypal') => methods.some((method) => method.kind === kind)
    return {
      methods: [
        { method: 'wallet', enabled: true, available: true, is_auto: true },
        { method: 'credit_card', enabled: card_enabled, available: has('card'), is_auto: card_enabled && has('card') },
        {
          method: 'paypal',
          enabled: paypal_enabled,
          available: has('paypal'),
          is_auto: paypal_enabled && has('paypal'),
        },
        { method: 'stripe', enabled: false, available: isSetUp(config, CARD_PROVIDER), is_auto: false },
      ],
    }
  })
}
