import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES, decimalsOf } from './currencies.ts'
import { allocate, convert, parseMinor, roundMinor, toDecimal, toMinor } from './money.ts'

const code = fc.constantFrom(...CURRENCIES.map((c) => c.currencyType))
const minor = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
const usual = fc.integer({ min: -1e12, max: 1e12 })

test('minor -> decimal -> minor loses nothing, over the whole safe range', () => {
  fc.assert(
    fc.property(minor, code, (amount, currency) => {
      expect(toMinor(toDecimal(amount, currency), currency)).toBe(amount)
    }),
  )
})

test('every price with two decimals given as a float arrives at its cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      expect(toMinor(cents / 100, 'USD')).toBe(cents)
    }),
  )
})

test('surplus digits round half away from zero', () => {
  expect([toMinor('1.005', 'USD'), toMinor('-1.005', 'USD'), toMinor('1.0049', 'USD'), toMinor('0.5', 'JPY')]).toEqual([
    101, -101, 100, 1,
  ])
  expect([roundMinor(2.5), roundMinor(-2.5), roundMinor(2.4), roundMinor(-0.2)]).toEqual([3, -3, 2, 0])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 999 }), (whole, thousandths) => {
      const up = toMinor(`${whole}.${String(thousandths).padStart(3, '0')}`, 'USD')
      expect(up).toBe(whole * 100 + Math.floor((thousandths + 5) / 10))
    }),
  )
})

test('what is not an amount is refused, exponents and bare points are read', () => {
  for (const bad of ['', 'abc', '1,5', '1.2.3', Number.NaN, Number.POSITIVE_INFINITY, '--1', '1e9999']) {
    expect(parseMinor(bad, 'USD')).toEqual({ ok: false, reason: 'amount_invalid' })
  }
  expect(parseMinor('1e300', 'USD')).toEqual({ ok: false, reason: 'amount_too_large' })
  const read = ['.5', '5.', 1e-7, '1.5e2', '-.5'].map((text) => toMinor(text, 'USD'))
  expect(read).toEqual([50, 500, 0, 15000, -50])
})

test('allocating keeps every cent and each part is within one unit of its exact share', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(usual, weights, (amount, ws) => {
      const parts = allocate(amount, ws)
      expect(parts.reduce((a, b) => a + b, 0)).toBe(amount)
      const sum = ws.reduce((a, b) => a + b, 0)
      parts.forEach((part, i) => {
        const weight = sum === 0 ? 1 : (ws[i] ?? 0)
        const exact = (amount * weight) / (sum === 0 ? ws.length : sum)
        expect(Math.abs(part - exact)).toBeLessThan(1 + 1e-3)
        if (weight === 0) expect(part).toBe(0)
      })
    }),
  )
})

test('fractional weights split like the same weights scaled to integers', () => {
  fc.assert(
    fc.property(usual, fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1 }), (amount, ws) => {
      expect(
        allocate(
          amount,
          ws.map((w) => w / 100),
        ),
      ).toEqual(allocate(amount, ws))
    }),
  )
})

const rate = fc.double({ min: 1e-4, max: 1e5, noNaN: true })

test('converting to the same currency, or at par, changes nothing', () => {
  fc.assert(
    fc.property(minor, code, (amount, currency) => {
      expect(convert(amount, currency, currency, {})).toEqual({ ok: true, value: amount })
    }),
  )
  fc.assert(
    fc.property(minor, (amount) => {
      expect(convert(amount, 'USD', 'EUR', { EUR: 1 })).toEqual({ ok: true, value: amount })
    }),
  )
})

test('integer rates convert exactly, without float error', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 1e5 }), (amount, r) => {
      expect(convert(amount, 'USD', 'EUR', { EUR: r })).toEqual({ ok: true, value: amount * r })
    }),
  )
  expect(convert(1, 'USD', 'JPY', { JPY: 150 })).toEqual({ ok: true, value: 2 }) // 1.5 yen
  expect(convert(150, 'JPY', 'USD', { JPY: 150 })).toEqual({ ok: true, value: 100 })
})

test('conversion is odd, monotone, and there and back stays within half a unit of the coarser side', () => {
  fc.assert(
    fc.property(usual, usual, rate, rate, code, code, (a, b, ra, rb, from, to) => {
      fc.pre(from !== to && from !== 'USD' && to !== 'USD')
      const rates = { [from]: ra, [to]: rb }
      const [x, y, back] = [convert(a, from, to, rates), convert(b, from, to, rates), convert(-a, from, to, rates)]
      if (!x.ok || !y.ok || !back.ok) return
      expect(back.value + x.value).toBe(0)
      if (a <= b) expect(x.value).toBeLessThanOrEqual(y.value)
      const again = convert(x.value, to, from, rates)
      if (!again.ok) return
      const unit = (ra / rb) * 10 ** (decimalsOf(from) - decimalsOf(to)) // one minor unit of `to`, seen in `from`
      expect(Math.abs(again.value - a)).toBeLessThanOrEqual(unit / 2 + 0.5 + 1e-6 * unit)
    }),
  )
})

test('a missing, zero, negative or inherited rate is refused', () => {
  const refused = { ok: false, reason: 'rate_unknown' }
  for (const rates of [{}, { EUR: 0 }, { EUR: -1 }, { EUR: Number.NaN }]) {
    expect(convert(100, 'USD', 'EUR', rates)).toEqual(refused)
    expect(convert(100, 'EUR', 'USD', rates)).toEqual(refused)
  }
  expect(convert(100, 'USD', 'constructor', {})).toEqual(refused)
})
