/** Sourcing spec §2: previous and next product in the detail's header, with the keys K and J. */
export interface ListPlace {
  /** Where the open product stands in the list it was opened from; -1 when it is in none. */
  index: number
  /** Products of that list that are loaded. */
  count: number
  /** The detail is still on its way. */
  loading: boolean
  /** A similar product was opened from the detail: the list is left. */
  similar: boolean
}

export type Step = -1 | 1

/** The index a step leads to; null where it is disabled: while loading, after a similar product, at the ends. */
export function stepInList({ index, count, loading, similar }: ListPlace, step: Step): number | null {
  const next = index + step
  return loading || similar || index < 0 || index >= count || next < 0 || next >= count ? null : next
}
