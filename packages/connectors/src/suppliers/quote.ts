import type { Minor } from '@omni/domain/money.ts'

/** What sending costs and takes, in the supplier's own currency. */
export interface SupplierQuote {
  service_name: string
  amount: Minor
  currency: string
  min_days: number | null
  max_days: number | null
  ship_from: string
  tracked: boolean
}
