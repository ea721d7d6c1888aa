/**
 * CJ's numbers at a write (its page "Global Error Codes", two copies of it, November 2026). A refusal is verified by a look-up
 * under our reference before anything is bought again or money goes back, so one source is enough to show it.
 * - 1600001, 1600003 to 1600005, 1600200, 1600201, 1602001 to 1602003, 1604000, 1605000, 1605001: a French shop tells its owner what
 *   to mend, and places the same order again.
 * - 1605001: the tests of a shop with one page quote anew and send the order once more. 1604000: a Java shop leaves the order unpaid.
 * - 7001 inside 1603000: recorded replies of a French, a German and a Java shop, in which nothing was made.
 * - the others: the page alone. It names what the gateway or the check of the input says before an order is made.
 */
import type { VendorErrorKind } from '../../vendor-error.ts'

/** Nothing was done. */
const REFUSALS: Record<number, VendorErrorKind> = {
  1600001: 'auth_expired',
  1600002: 'auth_expired',
  1600003: 'auth_expired',
  1600004: 'auth_expired',
  1600005: 'auth_expired',
  1600006: 'invalid',
  1600007: 'invalid',
  1600008: 'auth_expired',
  1600009: 'auth_expired',
  1600010: 'invalid',
  1600011: 'invalid',
  1600012: 'invalid',
  1600013: 'invalid',
  1600030: 'auth_expired',
  1600031: 'auth_expired',
  1600100: 'invalid',
  1600101: 'invalid',
  1600200: 'rate_limited',
  1600201: 'rate_limited',
  1600300: 'invalid',
  1601000: 'invalid',
  1602000: 'not_found',
  1602001: 'not_found',
  1602002: 'not_found',
  1602003: 'not_found',
  1602004: 'invalid',
  1603100: 'not_found',
  1603102: 'out_of_stock',
  1604000: 'balance_too_low',
  1604001: 'invalid',
  1605000: 'cannot_ship',
  1605001: 'cannot_ship',
  1605002: 'cannot_ship',
  1606000: 'invalid',
  1606001: 'invalid',
  1607000: 'invalid',
  1607001: 'invalid',
  1607002: 'invalid',
  1607003: 'invalid',
  16070002: 'invalid',
  1607004: 'cannot_ship',
  1607006: 'invalid',
  1607007: 'invalid',
  1607008: 'invalid',
  1607009: 'invalid',
  1607010: 'invalid',
  16900202: 'invalid',
  16900203: 'invalid',
  16900204: 'invalid',
  16900205: 'invalid',
  16900403: 'invalid',
  16900500: 'rate_limited',
}

/** Of these nobody knows what was done: the order is looked up. */
const LOOKED_UP: Record<number, string> = {
  1600000: 'busy: it may have acted before it said so',
  1600301: 'timed out while it read: it may have acted',
  1603000: 'whatever went wrong; its words say more, and CJ warns of going by them',
  1603003: 'there is one under our number already, and the look-up adopts it',
  1603101: 'a payment that failed may have been taken',
}
/** They belong to steps after the creation, which are looked up by the order itself. */
const LATER_STEPS: Record<number, string> = { 1603001: 'of confirming', 1603002: 'of deleting' }

/** An order for the EU without its IOSS declaration. */
const NEEDS_IOSS = /\b7001\b/

/** Undefined: it may have been done. */
export function refusalOf(code: number, words: string): VendorErrorKind | undefined {
  if (code === 1603000 && NEEDS_IOSS.test(words)) return 'needs_ioss'
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
}

/** Every number of the page, and why it is looked up where it is. */
export const DICTIONARY = { refused: Object.keys(REFUSALS).map(Number), looked_up: { ...LOOKED_UP, ...LATER_STEPS } }
