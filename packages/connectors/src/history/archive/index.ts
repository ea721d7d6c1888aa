import { z } from 'zod'
import { read } from '../../http.ts'
import type { HistorySource } from '../history-source.ts'

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

export const archive = (base: string, key: string): HistorySource => ({
  async pastDays(source, ids, days) {
    const query = new URLSearchParams({ ids: ids.join(','), days: String(days) })
    return (
      await read({ vendor: 'archive', url: `${base}/history/${source}?${query}`, headers: { 'x-api-key': key } }, Reply)
    ).items
  },
})
