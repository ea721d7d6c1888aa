import { realTime } from '../../frame/real-time.ts'
import { BUCKET_S } from './shops.ts'
import type { Shop } from './tables.ts'

interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

export interface Buckets {
  /** False: not so many points are there now. */
  take(shop: Shop, points: number): boolean
  give(shop: Shop, points: number): void
  status(shop: Shop): ThrottleStatus
  /** All full again, as in a new world. */
  fill(): void
}

/** Points per shop, by real time: a rehearsal at a hundred times the speed must not get a hundred times the points. */
export function openBuckets(): Buckets {
  const buckets = new Map<string, { points: number; at: number }>()
  const look = ({ domain, points_per_second: rate }: Shop) => {
    const now = realTime()
    const most = rate * BUCKET_S
    const bucket = buckets.get(domain) ?? { points: most, at: now }
    bucket.points = Math.min(most, bucket.points + ((now - bucket.at) / 1000) * rate)
    bucket.at = now
    buckets.set(domain, bucket)
    return bucket
  }
  return {
    take(shop, points) {
      const bucket = look(shop)
      if (bucket.points < points) return false
      bucket.points -= points
      return true
    },
    give(shop, points) {
      look(shop).points += points
      look(shop)
    },
    status: (shop) => ({
      maximumAvailable: shop.points_per_second * BUCKET_S,
      currentlyAvailable: Math.floor(look(shop).points),
      restoreRate: shop.points_per_second,
    }),
    fill: () => buckets.clear(),
  }
}
