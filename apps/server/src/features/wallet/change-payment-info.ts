import type { In } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { forgetMethod } from './jobs.ts'
import { findMethod } from './payment-methods.ts'
import { paymentView } from './payment-row.ts'
import { readPaymentSetting } from './payment-setting.ts'
import { isSetUp } from './providers.ts'
import { writeSettings } from './settings-row.ts'
import { customerAt, startPage } from './start-payment.ts'

/** Orders spec §7 orders/v6/payments/info. A card is typed on the provider's page; here it is only asked for. */
export async function changePaymentInfo(ctx: Ctx, { action, method_id }: In<typeof walletCalls.changePaymentInfo>) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    if (action === 'add') {
      if (!isSetUp(ctx.config, CARD_PAYMENT_ID)) refuse('wallet.provider_not_set_up')
      const request = {
        provider: CARD_PAYMENT_ID,
        purpose: 'save_method' as const,
        amount: 0,
        title: 'Card for Omni',
        save_method: true,
        back_to: '/app/setting/payments',
        customer_ref: await customerAt(tx, workplace_id, CARD_PAYMENT_ID),
      }
      const payment = await startPage(tx, ctx, request)
      return { setting: await readPaymentSetting(tx, ctx), payment: paymentView(payment) }
    }
    const method = method_id === undefined ? undefined : await findMethod(tx, workplace_id, method_id)
    if (!method) refuse('not_found')
    if (action === 'default') await makeDefault(tx, workplace_id, method.method_id)
    else await remove(tx, ctx, method.method_id)
    await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
    return { setting: await readPaymentSetting(tx, ctx), payment: null }
  })
}

async function makeDefault(tx: Tx, workplace_id: string, method_id: string): Promise<void> {
  const all = tx.updateTable('payment_methods').where('workplace_id', '=', workplace_id)
  await all.set({ is_default: false }).where('is_default', '=', true).execute()
  await all.set({ is_default: true }).where('method_id', '=', method_id).execute()
}

/** The oldest of the others becomes the default. Without any, nothing is charged by itself any more. */
async function remove(tx: Tx, { workplace_id, now }: Ctx, method_id: string): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({ removed_at: now, is_default: false })
    .where('workplace_id', '=', workplace_id)
    .where('method_id', '=', method_id)
    .execute()
  await enqueue(tx, forgetMethod, { workplace_id, method_id })
  if (await findMethod(tx, workplace_id, undefined)) return
  const next = await tx
    .selectFrom('payment_methods')
    .select('method_id')
    .where('workplace_id', '=', workplace_id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  if (next) await makeDefault(tx, workplace_id, next.method_id)
  else await writeSettings(tx, workplace_id, { auto_topup: false })
}
