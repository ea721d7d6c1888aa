import type { PaymentUse } from '@omni/domain/ledger/plan-payment.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import { type KeptMethod as KeptMethodName, kindOf } from '@omni/domain/wallet/methods.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { topUpWhenLow } from './jobs.ts'
import { findMethod, findOfKind, type KeptMethod, mayPay } from './payment-methods.ts'
import { isSetUp } from './providers.ts'
import { readSettings } from './settings-row.ts'

export interface Paying {
  use: PaymentUse
  /** The card or account that pays what the wallet does not. */
  method: KeptMethod | null
}

/** What a rule or a click wants of a payment. Left out: the default method, whatever it is. */
export interface PaymentRequest {
  use?: PaymentUse | undefined
  by?: KeptMethodName | undefined
}

/**
 * Orders spec §5: `auto` is the wallet first and the kept method for the rest. Without a method that may pay, it is the
 * wallet alone.
 */
export async function payingBy(
  tx: Tx,
  { config, workplace_id }: Pick<Ctx, 'config' | 'workplace_id'>,
  { use: wanted, by }: PaymentRequest,
): Promise<Paying> {
  const settings = await readSettings(tx, workplace_id)
  const use = wanted ?? (settings.payment_use as PaymentUse) // the table's own check
  const kept =
    by === undefined ? await findMethod(tx, workplace_id, undefined) : await findOfKind(tx, workplace_id, kindOf(by))
  if (use !== 'wallet' && kept && mayPay(config, settings, kept)) return { use, method: kept }
  if (use === 'card' && isSetUp(config, CARD_PAYMENT_ID)) refuse('wallet.no_card')
  return { use: 'wallet', method: null }
}

/** Money was taken from the wallet: it may be below its threshold now. */
export const enqueueTopUp = (tx: Tx, workplace_id: string): Promise<void> => enqueue(tx, topUpWhenLow, { workplace_id })

/** What the preview of a click shows of it. */
export async function readPaying(tx: Tx, { config, workplace_id }: Pick<Ctx, 'config' | 'workplace_id'>) {
  const settings = await readSettings(tx, workplace_id)
  const kept = await findMethod(tx, workplace_id, undefined)
  return {
    has_card: kept !== undefined && mayPay(config, settings, kept),
    use: settings.payment_use as PaymentUse, // the table's own check
    asks: settings.payment_behavior === 'popup',
  }
}
