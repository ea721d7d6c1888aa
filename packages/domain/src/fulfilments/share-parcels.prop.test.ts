import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoughtLine, type ParcelRow, type SentParcel, shareParcels } from './share-parcels.ts'

const line = (id: string, wanted: number, per_piece = 1): BoughtLine => ({
  remote_line_id: id,
  wanted,
  bought: wanted * per_piece,
  product_id: `p-${id}`,
  sku_id: `s-${id}`,
})

/** The rows after a supplier was read. */
function after(
  rows: readonly ParcelRow[],
  lines: readonly BoughtLine[],
  parcels: readonly SentParcel[],
  all_sent: boolean,
): ParcelRow[] {
  const written = shareParcels({ lines, parcels, rows, all_sent, one_number: false })
  const kept = rows.filter((row) => !written.some(({ parcel_no }) => parcel_no === row.parcel_no))
  return [...kept, ...written].toSorted((a, b) => a.parcel_no - b.parcel_no)
}
const told = (rows: readonly ParcelRow[], id: string) =>
  rows.flatMap((row) => row.lines).reduce((sum, one) => sum + (one.remote_line_id === id ? one.quantity : 0), 0)

const bought = fc
  .array(fc.record({ wanted: fc.integer({ min: 1, max: 4 }), per_piece: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) => all.map(({ wanted, per_piece }, i) => line(`l${i}`, wanted, per_piece)))

test('each parcel is told with its pieces once: never more than was sent, and all of it in the end', () => {
  fc.assert(
    fc.property(
      bought,
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
      fc.boolean(),
      (lines, draws, named) => {
        // Pieces are dealt into four parcels, which the supplier tells of one after the other.
        const pieces = lines.flatMap((one) => Array.from({ length: one.bought ?? 0 }, () => one))
        const parcels: SentParcel[] = [0, 1, 2, 3].flatMap((no) => {
          const own = pieces.filter((_, i) => (draws[i] ?? 0) === no)
          const counted = Map.groupBy(own, ({ sku_id }) => sku_id)
          const inside = [...counted.values()].map((all) => ({
            ...(named ? { sku_id: all[0]?.sku_id ?? '' } : { product_id: all[0]?.product_id ?? '' }),
            quantity: all.length,
          }))
          return inside.length === 0 ? [] : [{ number: `N${no}`, lines: inside }]
        })
        let rows: ParcelRow[] = []
        for (let n = 1; n <= parcels.length; n++) {
          const shown = parcels.slice(0, n)
          rows = after(rows, lines, shown, false)
          for (const { remote_line_id, wanted, bought: all, sku_id, product_id } of lines) {
            const inside = shown.flatMap((one) => one.lines ?? [])
            const sent = inside.reduce(
              (sum, one) => sum + (one.sku_id === sku_id || one.product_id === product_id ? one.quantity : 0),
              0,
            )
            expect(told(rows, remote_line_id) * (all ?? 0)).toBeLessThanOrEqual(sent * wanted)
          }
          expect(after(rows, lines, shown, false)).toEqual(rows)
        }
        rows = after(rows, lines, parcels, true)
        for (const { remote_line_id, wanted } of lines) expect(told(rows, remote_line_id)).toBe(wanted)
        expect(after(rows, lines, parcels, true)).toEqual(rows)
      },
    ),
  )
})

const two = [line('a', 2), line('b', 1)]
const rest = (numbers: string[]) => ({
  numbers,
  is_rest: true,
  lines: [
    { remote_line_id: 'a', quantity: 2 },
    { remote_line_id: 'b', quantity: 1 },
  ],
})

test('a supplier that tells numbers alone has all of the purchase told with them, in one row', () => {
  const first = after([], two, [{ number: 'N1' }], false)
  expect(first).toMatchObject([rest(['N1'])])
  expect(after(first, two, [{ number: 'N1' }, { number: 'N2' }], true)).toMatchObject([rest(['N1', 'N2'])])
  // What it says once everything is told changes nothing but the numbers.
  const said = [{ number: 'N1' }, { number: 'N2', lines: [{ sku_id: 's-b', quantity: 1 }] }]
  expect(after(first, two, said, true)).toMatchObject([rest(['N1', 'N2'])])
  const one = { lines: two, parcels: [{ number: 'N1' }, { number: 'N2' }], rows: [], all_sent: true, one_number: true }
  expect(shareParcels(one)).toMatchObject([rest(['N1'])])
})

test('beside a parcel with its pieces, a number of unknown pieces waits until all was sent', () => {
  const a = { number: 'N1', lines: [{ product_id: 'p-a', quantity: 2 }] }
  const first = after([], two, [a, { number: 'N2' }], false)
  expect(first).toMatchObject([{ numbers: ['N1'], lines: [{ remote_line_id: 'a', quantity: 2 }] }])
  const all = after(first, two, [{ number: 'N1' }, { number: 'N2' }], true)
  expect(all).toMatchObject([{ numbers: ['N1'] }, { numbers: ['N2'], lines: [{ remote_line_id: 'b', quantity: 1 }] }])
})

test('a parcel that has another number now is the same fulfilment', () => {
  const inside = [{ sku_id: 's-a', quantity: 2 }]
  const first = after([], two, [{ number: 'N1', lines: inside }], false)
  expect(after(first, two, [{ number: 'N9', lines: inside }], false)).toEqual([{ ...first[0], numbers: ['N9'] }])
})

test('two lines of one product that the supplier does not tell apart are told when both were sent', () => {
  const colours = [line('a', 1), { ...line('b', 1), product_id: 'p-a' }]
  const half = { number: 'N1', lines: [{ product_id: 'p-a', quantity: 1 }] }
  expect(after([], colours, [half], false)).toEqual([])
  const both = [half, { number: 'N2', lines: [{ product_id: 'p-a', quantity: 1 }] }]
  expect(after([], colours, both, true)).toMatchObject([{ numbers: ['N1', 'N2'], is_rest: true }])
  expect(after([], colours, [{ number: 'N1', lines: [{ product_id: 'p-a', quantity: 2 }] }], false)).toMatchObject([
    { numbers: ['N1'], is_rest: false, lines: [{ remote_line_id: 'a' }, { remote_line_id: 'b' }] },
  ])
})
