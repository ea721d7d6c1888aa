/** Foundation spec §3 (Currency, conversion) and spec decisions "Money": integers in minor units, never floats. */
import { decimalsOf } from './currencies.ts'
import { no, ok, type Result } from './result.ts'

/** A whole number of the currency's smallest unit: cents for USD, yen for JPY. */
export type Minor = number
/** Units of the currency per 1 USD. USD itself may be left out. */
export type Rates = Record<string, number>

type Fraction = { num: bigint; den: bigint }

const DECIMAL = /^([+-]?)(\d{1,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i

/** The exact value of a decimal text. A number counts as its shortest text: 0.1 is one tenth, not its neighbour. */
function toFraction(decimal: string | number): Fraction | undefined {
  if (Number.isSafeInteger(decimal)) return { num: BigInt(decimal), den: 1n }
  const text = String(decimal).trim()
  const parts = DECIMAL.exec(text.replace(/^([+-]?)\./, '$10.'))
  if (!parts) return undefined
  const [, sign = '', whole = '0', rest = '', exponent = '0'] = parts
  const digits = BigInt(whole + rest) * (sign === '-' ? -1n : 1n)
  const shift = Number(exponent) - rest.length
  return shift >= 0 ? { num: digits * 10n ** BigInt(shift), den: 1n } : { num: digits, den: 10n ** BigInt(-shift) }
}

/** Half away from zero: 0.5 -> 1, -0.5 -> -1. spec: not shown. */
function divideRounded(num: bigint, den: bigint): bigint {
  const size = num < 0n ? -num : num
  const rounded = (2n * size + den) / (2n * den)
  return num < 0n ? -rounded : rounded
}

function toSafe(value: bigint): Result<Minor, 'amount_too_large'> {
  const amount = Number(value)
  return Number.isSafeInteger(amount) ? ok(amount) : no('amount_too_large')
}

const scaleOf = (decimals: number): bigint => 10n ** BigInt(decimals)

/** Rounds a computed amount (a percentage, a product) to whole minor units, half away from zero. */
export const roundMinor = (value: number): Minor => Math.sign(value) * Math.round(Math.abs(value)) || 0

/** For amounts typed by people: '12.5' USD -> 1250. Surplus digits are rounded. */
export function parseMinor(
  decimal: string | number,
  currency: string,
  decimals: number = decimalsOf(currency),
): Result<Minor, 'amount_invalid' | 'amount_too_large'> {
  const value = toFraction(decimal)
  if (!value) return no('amount_invalid')
  return toSafe(divideRounded(value.num * scaleOf(decimals), value.den))
}

/** For amounts a vendor sent: throws a RangeError (`amount_invalid`, `amount_too_large`) on what is not an amount. */
export function toMinor(decimal: string | number, currency: string): Minor {
  const parsed = parseMinor(decimal, currency)
  if (parsed.ok) return parsed.value
  throw new RangeError(parsed.reason)
}

/** 1250 USD -> '12.50'; a text, so no digit is lost on the way to a vendor. */
export function toDecimal(amount: Minor, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return (amount < 0 ? '-' : '') + digits.slice(0, cut) + (decimals > 0 ? `.${digits.slice(cut)}` : '')
}

/**
 * Splits an amount by weights so the parts sum to it exactly; each part is within one unit of its share and left-over
 * units go to the largest remainders. Weights below 0 or not finite count as 0; all 0 splits evenly; none, no parts.
 */
export function allocate(amount: Minor, weights: readonly number[]): Minor[] {
  // Most of what is shared is nothing, or goes to one: a profit is asked for thousands of variants at once.
  if (amount === 0 || weights.length === 1) return weights.map(() => amount || 0)
  const shares = weights.map((w) => (Number.isFinite(w) && w > 0 ? toFraction(w) : undefined) ?? { num: 0n, den: 1n })
  const common = shares.reduce((den, s) => (s.den > den ? s.den : den), 1n) // every den is a power of ten
  let whole = shares.map((s) => s.num * (common / s.den))
  let sum = whole.reduce((a, b) => a + b, 0n)
  if (sum === 0n) {
    whole = whole.map(() => 1n)
    sum = BigInt(whole.length)
  }
  const size = BigInt(Math.abs(amount))
  const parts = whole.map((w, index) => ({ index, part: (size * w) / sum, rest: (size * w) % sum }))
  const left = Number(size - parts.reduce((a, p) => a + p.part, 0n))
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const lucky of byRest.slice(0, left)) lucky.part += 1n
  return parts.map((p) => (amount < 0 ? -Number(p.part) || 0 : Number(p.part)))
}

function rateOf(currency: string, rates: Rates): Fraction | undefined {
  const rate = Object.hasOwn(rates, currency) ? rates[currency] : currency === 'USD' ? 1 : undefined
  return typeof rate === 'number' && Number.isFinite(rate) && rate > 0 ? toFraction(rate) : undefined
}

/**
 * §3: conversion over the USD table, computed exactly and rounded once. The same currency needs no rate. `decimals`:
 * of the amount that comes in; a supplier's may have more than ours (`supplierDecimalsOf`).
 */
export function convert(
  amount: Minor,
  from: string,
  to: string,
  rates: Rates,
  decimals: number = decimalsOf(from),
): Result<Minor, 'rate_unknown' | 'amount_too_large'> {
  if (from === to) return ok(amount)
  const source = rateOf(from, rates)
  const target = rateOf(to, rates)
  if (!source || !target) return no('rate_unknown')
  const num = BigInt(amount) * target.num * source.den * scaleOf(decimalsOf(to))
  return toSafe(divideRounded(num, target.den * source.num * scaleOf(decimals)))
}
