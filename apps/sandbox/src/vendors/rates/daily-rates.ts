import { seededRandom } from '../../frame/random.ts'
import { CURRENCIES, PEGGED } from './currencies.ts'

const DAY_MS = 86_400_000
/** A calm market: about half a per cent from the middle on most days. */
const WIDEST_DRIFT = 0.012

/** Units per US dollar on a day. The same day always has the same rates; pegged currencies stand still. */
export function ratesOn(day: Date, jumps: ReadonlyMap<string, number> = new Map()): Map<string, number> {
  const number = Math.floor(day.getTime() / DAY_MS)
  return new Map(
    CURRENCIES.map(({ code, perDollar }) => {
      const drift = PEGGED.has(code) ? 0 : driftOn(code, number)
      return [code, round(perDollar * (1 + drift) * (jumps.get(code) ?? 1))]
    }),
  )
}

/** Two slow waves and a little daily noise: neighbouring days look like neighbours, and it never runs away. */
function driftOn(code: string, day: number): number {
  const phase = seededRandom(code)
  const slow = Math.sin(day / 29 + phase() * 2 * Math.PI) * 0.6
  const quick = Math.sin(day / 7 + phase() * 2 * Math.PI) * 0.25
  const noise = (seededRandom(`${code} ${day}`)() - 0.5) * 0.3
  return (slow + quick + noise) * WIDEST_DRIFT
}

/** Open Exchange Rates gives six decimals, more for what a fraction of buys a dollar (BTC, XAU). */
export function round(rate: number): number {
  return Number(rate < 0.01 ? rate.toPrecision(8) : rate.toFixed(6))
}
