import { z } from 'zod'
import { read } from '../../http.ts'

/**
 * A price archive: what a product cost and how often it had sold, day by day. Our own plain protocol; no such service
 * is presumed.
 */
const Reply = z.object({
  items: z.array(
    z.object({
      product_id: z.string(),
      currency: z.string(),
      points: z.array(z.object({ day: z.iso.date(), price: z.int().min(0), orders: z.int().min(0) })),
    }),
  ),
})
export const MAX_IDS = 50

export type PastDays = z.output<typeof Reply>['items'][number]
export interface HistorySource {
  pastDays: (source: string, ids: readonly string[], days: number) => Promise<PastDays[]>
}

export const archive = (base: string, key: string): HistorySource => ({
  async pastDays(source, ids, days) {
    const query = new URLSearchParams({ ids: ids.join(','), days: String(days) })
    return (
      await read({ vendor: 'archive', url: `${base}/history/${source}?${query}`, headers: { 'x-api-key': key } }, Reply)
    ).items
  },
})
