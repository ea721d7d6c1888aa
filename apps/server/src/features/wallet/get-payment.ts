import type { In } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { pollPayment } from './jobs.ts'
import { paymentView, readPayment } from './payment-row.ts'

/** spec: not shown. */
export async function getPayment({ db, workplace_id }: Ctx, { payment_id }: In<typeof walletCalls.getPayment>) {
  const row = await db.read((tx) => readPayment(tx, { workplace_id, payment_id }))
  return row ? paymentView(row) : refuse('not_found')
}

/** spec: not shown. What the address of the return says is not believed: a job asks the provider. */
export async function checkPayment({ db, workplace_id }: Ctx, { payment_id }: In<typeof walletCalls.checkPayment>) {
  return db.tx(async (tx) => {
    const row = await readPayment(tx, { workplace_id, payment_id })
    if (!row) refuse('not_found')
    if (row.settled_at === null) await enqueue(tx, pollPayment, { workplace_id, payment_id })
    return paymentView(row)
  })
}
