import type { Offer } from '../shapes.ts'
import { likeness, lookOf, mainLook, objectLook, shapeLikeness } from './look.ts'

/** So many kinds of object are looked at closely. */
const KINDS = 8
const MOST_DRAWN = 60

/**
 * Offers whose main picture looks like this one, the most alike first. Two steps, so that no gallery of thousands has
 * to
 * be drawn: which objects have this outline, then which of their pictures have these colours too. null: not a picture.
 */
export async function findLookAlikes(offers: readonly Offer[], image: Buffer, count: number): Promise<Offer[] | null> {
  const look = await lookOf(image)
  if (!look) return null
  const byEmoji = Map.groupBy(
    offers.filter(({ pictures }) => pictures > 0),
    ({ good }) => good.kind.emoji,
  )
  const kinds = await Promise.all(
    [...byEmoji.keys()].map(async (emoji) => {
      const object = await objectLook(emoji)
      return { emoji, score: object ? shapeLikeness(look, object) : 0 }
    }),
  )
  const nearest = kinds.toSorted((a, b) => b.score - a.score).slice(0, KINDS)
  const near = nearest.flatMap(({ emoji }) => byEmoji.get(emoji) ?? []).slice(0, MOST_DRAWN)
  const scored: { offer: Offer; score: number }[] = []
  for (const offer of near) {
    const main = await mainLook(offer)
    if (main) scored.push({ offer, score: likeness(look, main) })
  }
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ offer }) => offer)
}
