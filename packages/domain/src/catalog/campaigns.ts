/**
 * Sourcing spec §7 "campaign": the next occasion sellers prepare for, and the words of its products. spec: not shown.
 */
export interface Campaign {
  slug: string
  month: number
  day: number
  words: readonly string[]
}

/** Fixed days; what moves in the calendar (Black Friday, Mother's Day) stands where it usually falls. */
export const CAMPAIGNS: readonly Campaign[] = [
  { slug: 'valentine', month: 2, day: 14, words: ['heart', 'rose', 'necklace', 'ring', 'candle', 'lingerie', 'teddy'] },
  { slug: 'spring', month: 3, day: 20, words: ['garden', 'flower', 'plant', 'bicycle', 'umbrella', 'seed'] },
  { slug: 'mothers_day', month: 5, day: 10, words: ['handbag', 'necklace', 'candle', 'vase', 'scarf', 'robe'] },
  { slug: 'summer', month: 6, day: 21, words: ['sunglass', 'swim', 'beach', 'sandal', 'camping', 'hat', 'snorkel'] },
  { slug: 'back_to_school', month: 8, day: 25, words: ['backpack', 'pencil', 'notebook', 'pen', 'lunch', 'ruler'] },
  { slug: 'halloween', month: 10, day: 31, words: ['costume', 'mask', 'lantern', 'candle', 'party', 'pumpkin'] },
  {
    slug: 'black_friday',
    month: 11,
    day: 27,
    words: ['headphone', 'watch', 'speaker', 'projector', 'keyboard', 'camera'],
  },
  { slug: 'christmas', month: 12, day: 25, words: ['gift', 'blanket', 'toy', 'plush', 'candle', 'scarf', 'game'] },
]

/** The next one from a day on (`YYYY-MM-DD`), with its own day. */
export function nextCampaign(today: string): { campaign: Campaign; on: string } {
  const year = Number(today.slice(0, 4))
  const dated = [year, year + 1].flatMap((y) =>
    CAMPAIGNS.map((campaign) => ({
      campaign,
      on: `${y}-${String(campaign.month).padStart(2, '0')}-${String(campaign.day).padStart(2, '0')}`,
    })),
  )
  const next = dated.find(({ on }) => on >= today) ?? dated[0]
  if (!next) throw new Error('there is no campaign')
  return next
}
