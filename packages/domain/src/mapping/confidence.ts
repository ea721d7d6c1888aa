/** What a score is worth: how many of a hundred such suggestions were right. */

/**
 * Below the first: not shown. Fitted on 749 suggestions for 150 goods of the sandbox whose truth is known, without
 * pictures; held against other goods by `npm run bench -- suggestions`.
 */
const RIGHT_FROM: readonly (readonly [score: number, percent: number])[] = [
  [3.5, 40],
  [4, 49],
  [4.5, 67],
  [5, 90],
  [6, 98],
]
const CERTAIN_PERCENT = 98
/** How far behind the next best good has to be. */
const CERTAIN_AHEAD = 1.5

/** Null: too unlikely to be shown. */
export function confidenceOf(score: number): number | null {
  let percent: number | null = null
  for (const [from, right] of RIGHT_FROM) if (score >= from) percent = right
  return percent
}

/** Good enough to be taken without looking: hardly ever wrong, nothing else near, every variant accounted for. */
export function isCertain(score: number, next: number | undefined, allMatched: boolean): boolean {
  const percent = confidenceOf(score)
  return allMatched && percent !== null && percent >= CERTAIN_PERCENT && score - (next ?? -Infinity) >= CERTAIN_AHEAD
}
