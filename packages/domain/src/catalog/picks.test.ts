import { expect, test } from 'vitest'
import { CAMPAIGNS, nextCampaign } from './campaigns.ts'
import { isCondition } from './conditions.ts'
import { judgePick, type PickFacts } from './experts-choice.ts'

const nothing: PickFacts = {
  rating: null,
  reviews_count: 0,
  orders: 0,
  orders_week: 0,
  profit: null,
  profit_margin: null,
  shipping_time_max: null,
  listings: 500,
}
const judge = (more: Partial<PickFacts>) => judgePick({ ...nothing, ...more })

test('each reason earns its part, and is named from two thirds of it on', () => {
  expect(judge({})).toEqual({ score: 0, reasons: [] })
  expect(judge({ listings: null })).toEqual({ score: 3, reasons: [] })
  expect(judge({ listings: 0 })).toEqual({ score: 10, reasons: ['few_sellers'] })
  expect(judge({ listings: 250 })).toEqual({ score: 5, reasons: [] })
  // Five stars of thirty people count half, of many nearly all.
  expect(judge({ rating: 4.8, reviews_count: 30 })).toEqual({ score: 13, reasons: [] })
  expect(judge({ rating: 4.8, reviews_count: 970 })).toEqual({ score: 24, reasons: ['rating'] })
  expect(judge({ rating: 3.8, reviews_count: 970 }).score).toBe(0)
  expect(judge({ rating: 1, reviews_count: 970 }).score).toBe(0)
  // A twentieth of all orders in one week is as much as can be earned; few orders count as fifty.
  expect(judge({ orders: 1_000, orders_week: 50 })).toEqual({ score: 25, reasons: ['growth'] })
  expect(judge({ orders: 1_000, orders_week: 20 })).toEqual({ score: 10, reasons: [] })
  expect(judge({ orders: 1, orders_week: 1 })).toEqual({ score: 10, reasons: [] })
  expect(judge({ profit: 3_000, profit_margin: 50 })).toEqual({ score: 25, reasons: ['profit'] })
  expect(judge({ profit: 1_500, profit_margin: 50 })).toEqual({ score: 13, reasons: [] })
  expect(judge({ profit: 3_000, profit_margin: null }).score).toBe(0)
  expect(judge({ profit: -3_000, profit_margin: -50 }).score).toBe(0)
  expect(judge({ shipping_time_max: 6 })).toEqual({ score: 15, reasons: ['delivery'] })
  expect(judge({ shipping_time_max: 13 })).toEqual({ score: 8, reasons: [] })
  expect(judge({ shipping_time_max: 20 }).score).toBe(0)
  const best = {
    rating: 5,
    reviews_count: 1e9,
    orders_week: 50,
    profit: 9_000,
    profit_margin: 90,
    shipping_time_max: 2,
  }
  expect(judge({ ...best, listings: 0 })).toEqual({
    score: 100,
    reasons: ['rating', 'growth', 'profit', 'delivery', 'few_sellers'],
  })
})

test('the next occasion from a day on, over the end of the year too', () => {
  const next = (today: string) => {
    const { campaign, on } = nextCampaign(today)
    return `${campaign.slug} ${on}`
  }
  expect(next('2026-02-14')).toBe('valentine 2026-02-14')
  expect(next('2026-02-15')).toBe('spring 2026-03-20')
  expect(next('2026-12-25')).toBe('christmas 2026-12-25')
  expect(next('2026-12-26')).toBe('valentine 2027-02-14')
  expect(next('2026-01-01')).toBe('valentine 2026-02-14')
  expect(CAMPAIGNS.map(({ month, day }) => month * 100 + day)).toEqual(
    CAMPAIGNS.map(({ month, day }) => month * 100 + day).toSorted((a, b) => a - b),
  )
})

test('a condition is one of those there are', () => {
  expect(['new', 'used', 'New', ''].map(isCondition)).toEqual([true, true, false, false])
})
