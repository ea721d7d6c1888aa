/**
 * What keeps an order from being bought with others: it would lose money, its goods cost much more than when it was
 * sold, or nobody believes the price. It is bought by a yes of its own alone.
 */
import type { Minor } from '../money.ts'

export const STOPS = ['loss', 'price_rise', 'price_held', 'no_rate'] as const
export type Stop = (typeof STOPS)[number]

/** A workplace's setting. Null: not watched. */
export interface BuyingLimits {
  /** What an order has to earn at least, US cents. */
  min_profit: Minor | null
  /** By how many per cent the goods may cost more than when they were sold. */
  max_price_rise: number | null
}

/** spec: not shown. */
export const DEFAULT_BUYING_LIMITS: BuyingLimits = { min_profit: 0, max_price_rise: 30 }

export interface AboutToBuy {
  /** What it earns with the figures that are about to be charged, US cents; with an unknown part what it earns at most. */
  profit: Minor | null
  /** Of the goods: as they were when the order came, and now, US cents. Null: it is not known what they cost then. */
  goods_at_sale: Minor | null
  goods: Minor
  /** The price waits for an answer to auto-update's question. */
  is_price_held: boolean
}

export function stopsOf(about: AboutToBuy, { min_profit, max_price_rise }: BuyingLimits): Stop[] {
  const stops: Stop[] = []
  const { profit, goods_at_sale, goods, is_price_held } = about
  if (min_profit !== null && profit === null) stops.push('no_rate')
  if (min_profit !== null && profit !== null && profit < min_profit) stops.push('loss')
  if (max_price_rise !== null && goods_at_sale !== null && goods * 100 > goods_at_sale * (100 + max_price_rise))
    stops.push('price_rise')
  if (is_price_held) stops.push('price_held')
  return stops
}

/**
 * By how much its price may still rise before it falls below the floor, or its goods cost too much more than at the sale.
 * A supplier may charge no more than this by itself, however it is bought. Null: without end.
 */
export function spareOf(
  { profit, goods, goods_at_sale }: Pick<AboutToBuy, 'profit' | 'goods' | 'goods_at_sale'>,
  { min_profit, max_price_rise }: BuyingLimits,
): Minor | null {
  const spares: Minor[] = []
  if (min_profit !== null && profit !== null) spares.push(profit - min_profit)
  if (max_price_rise !== null && goods_at_sale !== null)
    spares.push(Math.floor((goods_at_sale * (100 + max_price_rise)) / 100) - goods)
  return spares.length === 0 ? null : Math.max(0, Math.min(...spares))
}
