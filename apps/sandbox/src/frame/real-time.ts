/** What the control API stepped the clock by. */
let stepped_ms = 0
export const stepRealTime = (ms: number): void => void (stepped_ms += ms)

/** For limits: real time, which the clock's speed leaves alone, and the steps that somebody made. In milliseconds. */
export const realTime = (): number => performance.now() + stepped_ms

/**
 * Seconds since something was signed: by the wall clock or by the sandbox's own, whichever is nearer. Who moves the
 * sandbox's clock need not move Omni's, and may.
 */
export function signedAgo(signed_s: number, { now }: { now: () => Date }): number {
  const [wall, own] = [Date.now() / 1000 - signed_s, now().getTime() / 1000 - signed_s]
  return Math.abs(wall) <= Math.abs(own) ? wall : own
}
