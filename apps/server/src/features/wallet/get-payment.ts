import type { In } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { paymentView, readPayment } from './payment-row.ts'

/** spec: not shown. */
export async function getPayment({ db, workplace_id }: Ctx, { payment_id }: In<typeof walletCalls.getPayment>) {
  const row = await db.read((tx) => readPayment(tx, { workplace_id, payment_id }))
  return row ? paymentView(row) : refuse('not_found')
}
