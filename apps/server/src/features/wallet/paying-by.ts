import type { PaymentUse } from '@omni/domain/ledger/plan-payment.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { topUpWhenLow } from './jobs.ts'
import { findMethod } from './payment-methods.ts'
import { isSetUp } from './providers.ts'
import { readSettings } from './settings-row.ts'

export interface Paying {
  use: PaymentUse
  /** The card that pays what the wallet does not. */
  method: NonNullable<Awaited<ReturnType<typeof findMethod>>> | null
}

/** Orders spec §5: `auto` is the wallet first and the card for the rest. Without a card it is the wallet alone. */
export async function payingBy(
  tx: Tx,
  { config, workplace_id }: Pick<Ctx, 'config' | 'workplace_id'>,
  wanted: PaymentUse | undefined,
): Promise<Paying> {
  const settings = await readSettings(tx, workplace_id)
  const use = wanted ?? (settings.payment_use as PaymentUse) // the table's own check
  const isReady = isSetUp(config, 'stripe') && settings.card_enabled
  const method = isReady && use !== 'wallet' ? await findMethod(tx, workplace_id, undefined) : undefined
  if (method) return { use, method }
  if (use === 'card' && isSetUp(config, 'stripe')) refuse('wallet.no_card')
  return { use: 'wallet', method: null }
}

/** Money was taken from the wallet: it may be below its threshold now. */
export const enqueueTopUp = (tx: Tx, workplace_id: string): Promise<void> => enqueue(tx, topUpWhenLow, { workplace_id })

/** What the preview of a click shows of it. */
export async function readPaying(tx: Tx, { config, workplace_id }: Pick<Ctx, 'config' | 'workplace_id'>) {
  const { payment_use, payment_behavior, card_enabled } = await readSettings(tx, workplace_id)
  const card = isSetUp(config, 'stripe') && card_enabled ? await findMethod(tx, workplace_id, undefined) : undefined
  return {
    has_card: card !== undefined,
    use: payment_use as PaymentUse, // the table's own check
    asks: payment_behavior === 'popup',
  }
}
