import type { SavedMethod } from '@omni/domain/wallet/payment-words.ts'
import type { Tx } from '../../platform/db.ts'
import type { PaymentRow } from './payment-row.ts'

/** Writes down what the provider keeps. The first one is the default; one that is there already stays as it is. */
export async function keepMethod(
  tx: Tx,
  { workplace_id, provider }: Pick<PaymentRow, 'workplace_id' | 'provider'>,
  method: SavedMethod,
): Promise<void> {
  const first = await tx
    .selectFrom('payment_methods')
    .select('method_id')
    .where('workplace_id', '=', workplace_id)
    .where('removed_at', 'is', null)
    .where('is_default', '=', true)
    .executeTakeFirst()
  await tx
    .insertInto('payment_methods')
    .values({ ...method, workplace_id, provider, is_default: first === undefined })
    .onConflict((conflict) => conflict.columns(['workplace_id', 'provider', 'method_ref']).doNothing())
    .execute()
}
