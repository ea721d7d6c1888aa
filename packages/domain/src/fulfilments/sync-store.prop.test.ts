import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Parcel, type StoreFulfilment, syncStep } from './sync-store.ts'

const numbers = fc.uniqueArray(fc.constantFrom('A1', 'B2', 'C3', 'D4'), { minLength: 1, maxLength: 3 })
const lines = fc
  .uniqueArray(fc.constantFrom('l1', 'l2', 'l3'), { minLength: 1 })
  .map((ids) => ids.map((remote_line_id) => ({ remote_line_id, quantity: 1 })))
const parcelOf = (own: readonly string[]): Parcel => ({ reference: 'r', carrier: 'DHL', numbers: own, urls: [] })
const fulfilment = fc.record({
  remote_id: fc.constantFrom('f1', 'f2', 'f3'),
  carrier: fc.constant('dhl'),
  numbers,
  lines: fc.oneof(lines, fc.constant([])),
})

/** A store that does what it is told. */
function carryOut(shown: readonly StoreFulfilment[], parcel: Parcel, own: StoreFulfilment['lines']) {
  const step = syncStep({ parcel, lines: own, remote_id: null }, shown)
  const { carrier, numbers: said } = parcel
  if (step.do === 'create') return [...shown, { remote_id: 'new', carrier, numbers: said, lines: own }]
  return step.do === 'update'
    ? shown.map((one) => (one.remote_id === step.remote_id ? { ...one, carrier, numbers: said } : one))
    : [...shown]
}

test('once told, nothing more is sent, whether or not the reply was heard', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fulfilment, { selector: (one) => one.remote_id }), numbers, lines, (shown, own, of) => {
      const after = carryOut(shown, parcelOf(own), of)
      expect(syncStep({ parcel: parcelOf(own), lines: of, remote_id: null }, after).do).toBe('nothing')
    }),
  )
})

test('a changed number is an update of the fulfilment whose id is known, never a second one', () => {
  fc.assert(
    fc.property(numbers, numbers, lines, (before, after, of) => {
      const shown = [{ remote_id: 'f1', carrier: '', numbers: before, lines: of }]
      const step = syncStep({ parcel: parcelOf(after), lines: of, remote_id: 'f1' }, shown)
      expect(step).toMatchObject({ remote_id: 'f1' })
    }),
  )
})

test('another parcel of the same number that holds other lines is not taken for it', () => {
  const other = { remote_id: 'f1', carrier: '', numbers: ['A1'], lines: [{ remote_line_id: 'l1', quantity: 1 }] }
  const own = [{ remote_line_id: 'l2', quantity: 1 }]
  expect(syncStep({ parcel: parcelOf(['A1']), lines: own, remote_id: null }, [other])).toEqual({ do: 'create' })
  expect(syncStep({ parcel: parcelOf(['A1']), lines: own, remote_id: null }, [{ ...other, lines: [] }])).toEqual({
    do: 'nothing',
    remote_id: 'f1',
  })
})
