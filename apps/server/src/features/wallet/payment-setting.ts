import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { listMethods } from './payment-methods.ts'
import { isSetUp } from './providers.ts'
import { autoTopupOf, readSettings } from './settings-row.ts'

export type PaymentSetting = Out<typeof walletCalls.getPaymentSetting>

export async function readPaymentSetting(
  tx: Tx,
  { config, workplace_id }: Pick<Ctx, 'config' | 'workplace_id'>,
): Promise<PaymentSetting> {
  const settings = await readSettings(tx, workplace_id)
  return {
    payment_behavior: settings.payment_behavior as PaymentSetting['payment_behavior'], // the table's own checks
    use: settings.payment_use as PaymentSetting['use'],
    auto_topup: autoTopupOf(settings),
    methods: await listMethods(tx, workplace_id),
    can_add_card: isSetUp(config, CARD_PAYMENT_ID),
  }
}
