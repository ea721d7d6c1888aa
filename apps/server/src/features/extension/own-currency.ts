import { convert, type Minor } from '@omni/domain/money.ts'
import type { Tx } from '../../platform/db.ts'
import { readRates } from '../rates/read-rates.ts'

/** What a site shows, in the currency that the purchase was approved in. Null: not shown, or there is no rate. */
export async function inOwnCurrency(
  tx: Tx,
  { total, currency }: { total: Minor | null; currency: string },
  own: string,
): Promise<Minor | null> {
  if (total === null || currency === own) return total
  const converted = convert(total, currency, own, await readRates(tx))
  return converted.ok ? converted.value : null
}
