import type { Minor } from '@omni/domain/money.ts'
import type { STORE_PLANS_ID } from '@omni/domain/vendors/manifest.ts'

/** Money that a store's platform has billed for us, as it tells the operator. Below zero: it was given back. */
export interface ReportedSale {
  /** Unique among everything that is reported. */
  ref: string
  /** What was approved for it: the same name as in the store. */
  charge_ref: string
  currency: string
  /** What the store paid, without tax. */
  gross: Minor
  /** What we get of it: the platform keeps the rest. */
  net: Minor
  happened_at: Date
}

export interface SalesReport {
  id: typeof STORE_PLANS_ID
  /** In no order. */
  listSales(since: Date): Promise<ReportedSale[]>
}
