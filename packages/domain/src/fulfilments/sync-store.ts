/**
 * What a store has to be told so that it shows a parcel of ours. The store's own list of fulfilments decides: it is read
 * before anything is sent, and again when nobody knows whether a send arrived.
 */

/** What a supplier handed to a carrier, as the store is told it. */
export interface Parcel {
  /** Our name for it, 32 hex digits. Stores that keep a name of ours know the fulfilment by it. */
  reference: string
  carrier: string
  numbers: readonly string[]
  /** Where each number is followed; empty: nowhere that is known. */
  urls: readonly string[]
}

export interface FulfilledLine {
  remote_line_id: string
  quantity: number
}

/** A fulfilment as the store shows it. Those that were cancelled there are not shown. */
export interface StoreFulfilment {
  remote_id: string
  carrier: string
  numbers: readonly string[]
  /** Empty: the store does not say. */
  lines: readonly FulfilledLine[]
}

export type SyncStep = { do: 'nothing'; remote_id: string } | { do: 'create' } | { do: 'update'; remote_id: string }

interface Wanted {
  parcel: Parcel
  lines: readonly FulfilledLine[]
  /** The store's id of it, where we know it. */
  remote_id: string | null
  /** The store's ids of other parcels of the sale: pieces of one line may travel apart, under one number. */
  others?: readonly string[]
}

export function syncStep(
  { parcel, lines, remote_id, others = [] }: Wanted,
  shown: readonly StoreFulfilment[],
): SyncStep {
  const ours = new Set(lines.map((line) => line.remote_line_id))
  const isOfOurLines = (fulfilment: StoreFulfilment) =>
    fulfilment.lines.length === 0 ||
    (!others.includes(fulfilment.remote_id) && fulfilment.lines.some((line) => ours.has(line.remote_line_id)))
  const known = shown.find((one) => one.remote_id === remote_id || one.remote_id === parcel.reference)
  // The reply that told its id was lost. Two parcels of one order may share a number: its lines tell them apart.
  const found =
    known ?? shown.find((one) => isOfOurLines(one) && one.numbers.some((number) => parcel.numbers.includes(number)))
  if (!found) return { do: 'create' }
  return isSame(found.numbers, parcel.numbers)
    ? { do: 'nothing', remote_id: found.remote_id }
    : { do: 'update', remote_id: found.remote_id }
}

/** Carriers are left out: stores write their names in their own way. */
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((number) => b.includes(number))
