/** Whoever knows what products cost before. */
export interface PastDays {
  product_id: string
  currency: string
  points: { day: string; price: number; orders: number }[]
}
export interface HistorySource {
  pastDays: (source: string, ids: readonly string[], days: number) => Promise<PastDays[]>
}
