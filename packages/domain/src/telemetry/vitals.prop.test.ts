import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shouldReport } from './vitals.ts'

test('reported exactly when one metric is over its threshold', () => {
  const vitals = fc.record({ LCP: fc.nat(5000), CLS: fc.double({ min: 0, max: 0.3, noNaN: true }), INP: fc.nat(400) })
  fc.assert(fc.property(vitals, (v) => shouldReport(v) === (v.LCP > 2500 || v.CLS > 0.1 || v.INP > 200)))
  expect([shouldReport({}), shouldReport({ LCP: 2500, CLS: 0.1, INP: 200 }), shouldReport({ INP: 201 })]).toEqual([
    false,
    false,
    true,
  ])
})
