/** Foundation spec §4 "Collection bullets" and §9: every 24 hours, 2 or 3 randomly chosen. */
export const ROTATION_MS = 24 * 60 * 60 * 1000 // §4, §9
const BULLET_COUNTS = [2, 3] as const // §4

/** What is remembered; `at` is when it was chosen, in milliseconds. */
export type BulletChoice = { at: number; bullets: string[] }

/** The remembered choice while it is young and its bullets still exist, else a new one. `random` gives [0, 1). */
export function rotateBullets(
  all: readonly string[],
  previous: BulletChoice | null,
  now: number,
  random: () => number,
): BulletChoice {
  const age = previous ? now - previous.at : ROTATION_MS
  // A negative age means the clock was set back: without the check a choice could stay for years.
  if (previous && age >= 0 && age < ROTATION_MS && previous.bullets.every((b) => all.includes(b))) return previous
  const count = random() < 0.5 ? BULLET_COUNTS[0] : BULLET_COUNTS[1]
  const left = [...new Set(all)]
  const bullets: string[] = []
  while (bullets.length < count && left.length > 0) {
    bullets.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return { at: now, bullets }
}
