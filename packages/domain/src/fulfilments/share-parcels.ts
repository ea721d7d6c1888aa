/**
 * Which pieces of a sale each parcel of a purchase carries, as its store is told them. A supplier that names the pieces
 * of a parcel has them told with that parcel alone. Numbers of which nobody says what they carry share one row, with
 * all that no other row has: most suppliers tell a number for an order and nothing of its lines, and a store that waited
 * for more would never hear of it.
 */
import type { FulfilledLine } from './sync-store.ts'

/** Pieces of a parcel in the supplier's words. Suppliers name the product, the variant or both. */
export interface SentLine {
  product_id?: string | undefined
  sku_id?: string | undefined
  quantity: number
}

export interface SentParcel {
  number: string
  /** Absent: the supplier does not say. Empty: it will say, and has not yet. */
  lines?: readonly SentLine[] | undefined
}

/** A line of the sale and what was bought for it. */
export interface BoughtLine {
  remote_line_id: string
  /** Pieces that the store counts. */
  wanted: number
  /** Pieces that the supplier counts for all of them. Null: the purchase does not say what it is made of. */
  bought: number | null
  product_id: string | null
  sku_id: string | null
}

/** What was written for one fulfilment of the store. */
export interface ParcelRow {
  parcel_no: number
  numbers: readonly string[]
  lines: readonly FulfilledLine[]
  /** It has all that no other row has. */
  is_rest: boolean
}

export interface Purchase {
  lines: readonly BoughtLine[]
  parcels: readonly SentParcel[]
  rows: readonly ParcelRow[]
  /** The supplier counts everything as sent, or a person typed the number. */
  all_sent: boolean
  /** The store takes one number for a parcel. */
  one_number: boolean
}

/** The rows that are new or have other numbers than before. */
export function shareParcels({ lines, parcels, rows, all_sent, one_number }: Purchase): ParcelRow[] {
  const known = new Map(rows.filter((row) => !row.is_rest).flatMap((row) => row.numbers.map((no) => [no, row])))
  const rest = rows.find((row) => row.is_rest)
  const listed = new Set(parcels.map(({ number }) => number))
  const gone = [...known.values()].filter((row) => !row.numbers.some((number) => listed.has(number)))
  const written: ParcelRow[] = []
  const unsaid: string[] = []
  let parcel_no = Math.max(0, ...rows.map((row) => row.parcel_no))
  for (const [i, parcel] of parcels.entries()) {
    const { number } = parcel
    if (known.has(number)) continue
    const own = rest ? [] : linesOf(parcels.slice(0, i + 1), lines, [...rows, ...written])
    if (own.length > 0) {
      written.push({ parcel_no: ++parcel_no, numbers: [number], lines: own, is_rest: false })
      continue
    }
    // Its pieces were told under a number that is listed no more: the same parcel, under another number.
    const before = gone.findIndex((row) => isOfRow(parcel, lines, row))
    const [old] = before < 0 ? [] : gone.splice(before, 1)
    if (old) written.push({ ...old, numbers: [number] })
    else unsaid.push(number)
  }
  const isAnySaid = rows.some((row) => !row.is_rest) || parcels.some((parcel) => parcel.lines !== undefined)
  if (unsaid.length === 0 || (!rest && isAnySaid && !all_sent)) return written
  const numbers = one_number ? unsaid.slice(0, 1) : unsaid
  if (rest) return isSame(rest.numbers, numbers) ? written : [...written, { ...rest, numbers }]
  const left = leftOf(lines, [...rows, ...written])
  // Where everything is told, a further number has nothing to be told with.
  if (left.length === 0 && isAnySaid) return written
  return [...written, { parcel_no: parcel_no + 1, numbers, lines: left, is_rest: true }]
}

const reportedOf = (rows: readonly ParcelRow[], id: string): number =>
  rows.reduce(
    (sum, row) => sum + row.lines.reduce((n, line) => n + (line.remote_line_id === id ? line.quantity : 0), 0),
    0,
  )

const leftOf = (lines: readonly BoughtLine[], rows: readonly ParcelRow[]): FulfilledLine[] =>
  lines.flatMap(({ remote_line_id, wanted }) => {
    const quantity = wanted - reportedOf(rows, remote_line_id)
    return quantity > 0 ? [{ remote_line_id, quantity }] : []
  })

const isOf = (sent: SentLine, line: BoughtLine): boolean =>
  sent.sku_id === undefined
    ? sent.product_id !== undefined && sent.product_id === line.product_id
    : sent.sku_id === line.sku_id && (sent.product_id === undefined || sent.product_id === line.product_id)

/** A number of which nobody says anything is taken for any that is gone. */
const isOfRow = (parcel: SentParcel, lines: readonly BoughtLine[], row: ParcelRow): boolean =>
  parcel.lines === undefined ||
  lines.some(
    (line) =>
      parcel.lines?.some((piece) => isOf(piece, line)) &&
      row.lines.some((told) => told.remote_line_id === line.remote_line_id),
  )

/**
 * What the last of some parcels adds to what is told. A line of which the supplier counts more pieces than the store, as
 * with a pair that is bought as two, is told by whole pieces of the store's. Two lines that the supplier's words do not
 * tell apart are told by a parcel that has all of both.
 */
function linesOf(
  parcels: readonly SentParcel[],
  lines: readonly BoughtLine[],
  rows: readonly ParcelRow[],
): FulfilledLine[] {
  const sent = parcels.flatMap((parcel) => parcel.lines ?? [])
  const last = parcels.at(-1)?.lines ?? []
  const groups = new Map(
    last.flatMap((piece) => {
      const own = lines.filter((line) => isOf(piece, line))
      return own.length === 0 ? [] : [[own.map((line) => line.remote_line_id).join(' '), own] as const]
    }),
  )
  return [...groups.values()].flatMap((own) => {
    const sumOf = (pieces: readonly SentLine[]) =>
      pieces.filter((piece) => own.some((line) => isOf(piece, line))).reduce((sum, { quantity }) => sum + quantity, 0)
    const left = leftOf(own, rows)
    const [only] = own
    if (!only || own.length > 1) return sumOf(last) >= own.reduce((sum, line) => sum + piecesOf(line), 0) ? left : []
    const { remote_line_id, wanted } = only
    const complete = Math.floor((sumOf(sent) * wanted) / piecesOf(only)) - reportedOf(rows, remote_line_id)
    const quantity = Math.min(complete, left[0]?.quantity ?? 0)
    return quantity > 0 ? [{ remote_line_id, quantity }] : []
  })
}

const piecesOf = ({ bought, wanted }: BoughtLine): number => bought ?? wanted

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((number, i) => number === b[i])
