/** Offers of one good are a group; its name is its smallest id, and whoever is alone has none. */

/** More offers than this of one thing are a mistake of the rule, not a bargain for the seller. */
export const MOST_OFFERS = 40

export interface Linked {
  id: number
  good_id: number | null
}

export interface Regrouped {
  good_id: number | null
  ids: number[]
}

/**
 * What has to be written after one offer was compared. `partners` are the same good as `own`; `group` is everybody who
 * already has
 * the good_id of one of them or its own. An offer that is like nobody of its own group any more leaves it.
 */
export function regroup(own: Linked, partners: readonly Linked[], group: readonly Linked[]): Regrouped[] {
  const membersOf = (one: Linked) =>
    one.good_id === null ? [one] : [one, ...group.filter(({ good_id, id }) => good_id === one.good_id && id !== one.id)]
  const stays = own.good_id !== null && partners.some(({ good_id }) => good_id === own.good_id)
  const changes: Regrouped[] = []
  if (own.good_id !== null && !stays) {
    const left = group.filter(({ good_id, id }) => good_id === own.good_id && id !== own.id)
    changes.push({ good_id: null, ids: [own.id] })
    // The group goes on under the name of those who are left.
    if (left.length > 0)
      changes.push({
        good_id: left.length > 1 ? Math.min(...left.map(({ id }) => id)) : null,
        ids: left.map(({ id }) => id),
      })
  }
  const joined = new Map((stays ? membersOf(own) : [own]).map((one) => [one.id, one]))
  for (const partner of partners.toSorted((a, b) => a.id - b.id)) {
    const more = membersOf(partner).filter(({ id }) => !joined.has(id))
    if (joined.size + more.length <= MOST_OFFERS) for (const one of more) joined.set(one.id, one)
  }
  if (joined.size > 1) {
    const good_id = Math.min(...joined.keys())
    const moved = [...joined.values()]
      .filter((one) => one.good_id !== good_id || (one.id === own.id && !stays))
      .map(({ id }) => id)
    if (moved.length > 0) changes.push({ good_id, ids: moved })
  }
  return changes
}
