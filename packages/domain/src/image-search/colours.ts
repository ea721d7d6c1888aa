/**
 * How much of each colour a picture has, wherever it is: what the model's vector hardly tells, and what is left when a
 * picture is cropped. One byte for each of 4 brightnesses and 8 x 8 tints.
 */
const BRIGHTNESSES = 4
const TINTS = 8
/** Tints stronger than this count as the strongest: walls and most goods are paler. */
const STRONGEST = 64
const LARGEST = 255

export const COLOURS = BRIGHTNESSES * TINTS * TINTS

/** `pixels`: red, green and blue, a byte each. */
export function coloursOf(pixels: Uint8Array): Uint8Array {
  const shares = new Float64Array(COLOURS)
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    const bright = between((red + green + blue) / 3 / 256, BRIGHTNESSES)
    const reddish = between(tint(red - green), TINTS)
    const yellowish = between(tint((red + green) / 2 - blue), TINTS)
    // A colour between two steps counts for both, so that a little more light does not make it another one.
    for (const b of bright)
      for (const r of reddish)
        for (const y of yellowish) {
          const slot = (b.step * TINTS + r.step) * TINTS + y.step
          shares[slot] = (shares[slot] ?? 0) + b.weight * r.weight * y.weight
        }
  }
  const count = Math.max(1, Math.floor(pixels.length / 3))
  // Roots keep small shares from being rounded away.
  return Uint8Array.from(shares, (share) => Math.round(Math.sqrt(share / count) * LARGEST))
}

const tint = (difference: number) => (difference + STRONGEST) / (2 * STRONGEST)

function between(part: number, steps: number): { step: number; weight: number }[] {
  const exact = Math.min(steps - 1, Math.max(0, part * steps - 0.5))
  const step = Math.floor(exact)
  const weight = exact - step
  return weight === 0
    ? [{ step, weight: 1 }]
    : [
        { step, weight: 1 - weight },
        { step: step + 1, weight },
      ]
}

/** The share of the picture whose colours the other one has too: 0 to 1. */
export function sharedColours(a: Uint8Array, b: Uint8Array): number {
  let shared = 0
  for (let at = 0; at < a.length; at++) shared += Math.min(a[at] ?? 0, b[at] ?? 0) ** 2
  return shared / LARGEST ** 2
}
