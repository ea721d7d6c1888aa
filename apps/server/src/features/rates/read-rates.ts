import type { Rates } from '@omni/domain/money.ts'
import type { Tx } from '../../platform/db.ts'

/** The USD table as the money rules take it. */
export async function readRates(tx: Tx): Promise<Rates> {
  const rows = await tx.selectFrom('currency_rates').select(['currency', 'rate']).execute()
  return { USD: 1, ...Object.fromEntries(rows.map(({ currency, rate }) => [currency, rate])) }
}
