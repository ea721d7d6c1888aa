import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { POLICY_VERSION } from '@omni/domain/wallet/topup.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { isSetUp } from '../wallet/providers.ts'
import { readSettings } from '../wallet/settings-row.ts'
import { readDue } from './fetch-pay-all-link.ts'

const LIVES_MS = 3 * 86_400_000

/** spec: not shown. The link is shown once; only its hash is kept. */
export async function sendConfirmation(ctx: Ctx): Promise<Out<typeof orderPaymentCalls.sendConfirmation>> {
  const { workplace_id, config, now } = ctx
  if (!isSetUp(config, CARD_PAYMENT_ID)) refuse('wallet.provider_not_set_up')
  return ctx.db.tx(async (tx) => {
    const { policy_version } = await readSettings(tx, workplace_id)
    if (policy_version !== POLICY_VERSION) refuse('refusal.topup_policy')
    const { topup: amount, orders } = await readDue(tx, workplace_id)
    if (amount === 0) refuse('order_payments.nothing_missing')
    const code = newToken()
    const expires_at = new Date(now.getTime() + LIVES_MS)
    await tx
      .insertInto('payment_links')
      .values({ workplace_id, token_hash: tokenHash(code), amount, orders, expires_at })
      .execute()
    const url = `${config.PUBLIC_URL}/app/orders/payment-confirmation?code=${encodeURIComponent(code)}`
    return { url, amount, orders, expires_at: expires_at.toISOString() }
  })
}
