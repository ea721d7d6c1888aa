import { FIRST_DAY, dateOf, ordersBy } from './days.ts'
import { draw } from './draw.ts'
import type { Offer } from './shapes.ts'

export interface Review {
  /** 1 is the oldest. */
  number: number
  rating: number
  text: string
  name: string
  country: string
  at: Date
  pictures: number
  bought: string
}

const SHARE_OF_BUYERS = 0.11
const DAYS_BEFORE = 300
const COUNTRIES = [
  'US',
  'US',
  'US',
  'GB',
  'DE',
  'FR',
  'ES',
  'BR',
  'CA',
  'AU',
  'PL',
  'IT',
  'NL',
  'MX',
  'IL',
  'KR',
  'SE',
  'CL',
] as const
const GOOD = [
  'Exactly as described.',
  'Better than I expected!',
  'My daughter loves it.',
  'Great value for the price.',
  'Arrived earlier than promised.',
  'Second time I order, still happy.',
  'The colour is just like the picture.',
  'Feels solid and well made.',
  'Perfect gift.',
  'Would buy again.',
]
const FAIR = [
  'It is okay for the money.',
  'A little smaller than I thought.',
  'Took three weeks but arrived safely.',
  'Packaging was damaged, the item is fine.',
  'Works, though the instructions are poor.',
]
const POOR = [
  'Broke after a week.',
  'Not the colour I chose.',
  'Strong smell when opened.',
  'Never got an answer from the seller.',
  'Very thin material.',
]
const MORE = [
  'Thank you, seller!',
  'Recommended.',
  'Shipping was smooth.',
  'Used it every day since.',
  'Bought the {noun} for a trip.',
  'The {noun} is really {feature}.',
  'Size is right.',
  '谢谢！',
  'Muy buena calidad.',
  'Sehr zufrieden.',
  '👍👍',
]
const NAMES = [
  'A***a',
  'M***k',
  'J***e',
  'S***h',
  'L***z',
  'K***i',
  'O***r',
  'T***s',
  'N***y',
  'D***v',
  'E***n',
  'P***o',
  'R***d',
  'C***l',
  'B***t',
  'V***a',
]

/** How many had been written by the end of a day. */
export const reviewsBy = (offer: Offer, day: number): number => Math.floor(ordersBy(offer, day) * SHARE_OF_BUYERS)

/** Newest first, `skip` of them left out. A review never changes once written. */
export function reviewsOf(offer: Offer, day: number, skip: number, count: number): Review[] {
  const total = reviewsBy(offer, day)
  const numbers = Array.from({ length: Math.max(0, Math.min(count, total - skip)) }, (_, i) => total - skip - i)
  return numbers.map((number) => reviewOf(offer, number, day))
}

function reviewOf(offer: Offer, number: number, today: number): Review {
  const by = draw(`review ${offer.source} ${offer.id} ${number}`)
  const rating = Math.max(1, Math.min(5, Math.round(offer.rating + 0.15 + by.normal() * 0.75)))
  const words = by.pick(rating >= 4 ? GOOD : rating === 3 ? FAIR : POOR)
  const more = by.chance(0.6) ? ` ${by.pick(MORE)}` : ''
  const [noun = '', feature = ''] = [offer.good.kind.names[0], by.pick(offer.good.features)]
  return {
    number,
    rating,
    text: by.chance(0.04) ? '' : (words + more).replace('{noun}', noun).replace('{feature}', feature),
    name: by.pick(NAMES),
    country: by.pick(COUNTRIES),
    at: writtenAt(offer, number, today, by.random()),
    pictures: by.chance(0.22) ? by.int(1, 3) : 0,
    bought: offer.options.map((option) => `${option.name}:${by.pick(option.values).value}`).join(' '),
  }
}

/**
 * On the day that brought the sale number it belongs to; those from before the first day are spread over earlier
 * months.
 */
function writtenAt(offer: Offer, number: number, today: number, random: number): Date {
  const before = Math.floor(offer.sold_before * SHARE_OF_BUYERS)
  let [low, high] = [FIRST_DAY, today]
  if (number <= before) high = low = FIRST_DAY - 1 - Math.floor((1 - number / (before + 1)) * DAYS_BEFORE)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (reviewsBy(offer, middle) >= number) high = middle
    else low = middle + 1
  }
  // In the order of their numbers over that day. Dated a day back: never in the future.
  const [first, last] = number <= before ? [number, number] : [reviewsBy(offer, low - 1) + 1, reviewsBy(offer, low)]
  return new Date(
    dateOf(low - 1).getTime() + Math.floor(((number - first + random) / (last - first + 1)) * 86_399) * 1000,
  )
}
