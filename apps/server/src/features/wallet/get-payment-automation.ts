import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import { KEPT_METHODS, kindOf } from '@omni/domain/wallet/methods.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { listMethods } from './payment-methods.ts'
import { isSetUp } from './providers.ts'
import { isEnabled, readSettings } from './settings-row.ts'

/** Orders spec §5: the wallet is always available; the cards' page never counts as an auto-payment; others must be enabled. */
export async function getPaymentAutomation({
  config,
  db,
  workplace_id,
}: Ctx): Promise<Out<typeof walletCalls.getPaymentAutomation>> {
  return db.read(async (tx) => {
    const settings = await readSettings(tx, workplace_id)
    const methods = await listMethods(tx, workplace_id)
    const kept = KEPT_METHODS.map((method) => {
      const enabled = isEnabled(settings, kindOf(method))
      const available = methods.some(({ kind }) => kind === kindOf(method))
      return { method, enabled, available, is_auto: enabled && available }
    })
    return {
      methods: [
        { method: 'wallet', enabled: true, available: true, is_auto: true },
        ...kept,
        { method: CARD_PAYMENT_ID, enabled: false, available: isSetUp(config, CARD_PAYMENT_ID), is_auto: false },
      ],
    }
  })
}
