/** What the control API stepped the clock by. */
let stepped_ms = 0
export const stepRealTime = (ms: number): void => void (stepped_ms += ms)

/** For limits: real time, which the clock's speed leaves alone, and the steps that somebody made. In milliseconds. */
export const realTime = (): number => performance.now() + stepped_ms
