/**
 * Which parcels a supplier's answer means. An answer lists all numbers of a purchase as they are now. Two at once are a
 * purchase that was split in two. A number in the place of another is the same parcel under a new number. A number that
 * is the last carrier's for a parcel that is known already is no parcel of its own.
 */
export interface KnownNumber {
  parcel_id: string
  number: string
  /** The last carrier's number for it, where the tracker tells. */
  local_number: string | null
  /** A person typed it: suppliers do not list it. */
  by_hand: boolean
  /** Another number took its place. */
  is_replaced: boolean
}

export interface ReportedNumber {
  number: string
  carrier: string
  url: string | null
}

export interface NumbersPlan {
  /** New parcels; `replaces`: the one whose place it takes. */
  add: (ReportedNumber & { replaces: string | null })[]
  /** Numbers that are shown again after another had taken their place. */
  restore: string[]
}

/** As carriers print it: "YT 2431-8840" is YT24318840. */
export const cleanNumber = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** What the tracker takes: 5 to 50 letters and digits. */
export const isFollowable = (number: string): boolean => /^[A-Z0-9]{5,50}$/.test(number)

export function planNumbers(known: readonly KnownNumber[], reported: readonly ReportedNumber[]): NumbersPlan {
  const unique = new Map<string, ReportedNumber>()
  for (const one of reported) {
    const number = cleanNumber(one.number)
    if (number !== '' && !unique.has(number)) unique.set(number, { ...one, number })
  }
  const numbers = new Set(unique.keys())
  const fresh = [...unique.values()].filter(
    ({ number }) => !known.some((one) => one.number === number || one.local_number === number),
  )
  const restore = known.filter((one) => one.is_replaced && numbers.has(one.number)).map(({ parcel_id }) => parcel_id)
  const gone = known.filter((one) => !one.is_replaced && !one.by_hand && !numbers.has(one.number))
  return { add: fresh.map((one, at) => ({ ...one, replaces: gone[at]?.parcel_id ?? null })), restore }
}
