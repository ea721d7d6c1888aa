/**
 * How much longer than on a quiet machine tests wait for what comes when the machine gets to it: one that is busy or slow
 * is then slow and not red. Measured once per run, by the clock on the wall.
 */
const LOOPS = 60_000_000
/** What the loops take on the machine that the limits were chosen on. */
const QUIET_MS = 250
const MOST = 6

function measure(): number {
  const from = performance.now()
  let mixed = 1
  for (let n = 0; n < LOOPS; n++) mixed = Math.imul(mixed ^ n, 0x9e3779b1)
  // The sum is looked at, or the loop could be left out.
  const took = performance.now() - from + (mixed === 0.5 ? 1 : 0)
  return Math.round(Math.min(Math.max(took / QUIET_MS, 1), MOST) * 10) / 10
}

/** In the environment, so that every process of a run has the same. */
export const patience = Number((process.env['TEST_PATIENCE'] ??= String(measure())))
