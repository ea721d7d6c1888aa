const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** The variant's two bits leave fourteen of the fourth group. */
const FOURTH_FROM = 0x8000
const FOURTH_MOST = 0x4000
/** Time and version of an id. */
const STEM_LENGTH = 18

/**
 * A name for each id that ends in a mark. Ids are in the order of their making, lists are read along them, and so the
 * names are in the same order: the first three groups stay, the fourth counts.
 */
export function namesWith(ids: readonly string[], mark: string): Map<string, string> {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const id of ids.toSorted()) {
    const stem = id.slice(0, STEM_LENGTH)
    const count = counts.get(stem) ?? 0
    if (count >= FOURTH_MOST) throw new Error('too many ids were made at one moment')
    counts.set(stem, count + 1)
    names.set(id, `${stem}-${(FOURTH_FROM + count).toString(16)}-${mark}`)
  }
  return names
}

/** A text in which every id that has a name is called by it, wherever it stands. */
export const renamed = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replaceAll(UUID, (id) => names.get(id) ?? id)
