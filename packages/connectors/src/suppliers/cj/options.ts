import type { SupplierVariant } from '../supplier.ts'

type Values = SupplierVariant['values']

/** All ways to join consecutive parts into `count` pieces: a-b-c into 2 is [a, b-c], [a-b, c]. */
function groupings(parts: readonly string[], count: number): string[][] {
  if (count === 1) return [[parts.join('-')]]
  const ways: string[][] = []
  for (let cut = 1; cut <= parts.length - count + 1; cut++) {
    for (const rest of groupings(parts.slice(cut), count - 1)) ways.push([parts.slice(0, cut).join('-'), ...rest])
  }
  return ways
}

const MAX_PARTS = 8 // a longer key is a sentence, not a choice

/** A variant's choices as JSON text: '["Black","XL"]'. */
function listed(key: string): string[] | undefined {
  if (!key.trim().startsWith('[')) return undefined
  try {
    const read: unknown = JSON.parse(key)
    const clean = Array.isArray(read) && read.length > 0 && read.every((value) => typeof value === 'string')
    return clean ? read.map((value) => String(value).trim()) : undefined
  } catch {
    return undefined
  }
}

/**
 * CJ writes the options of a product as "Color-Size" and a variant's choice as "Black-XL" or as '["Black","XL"]', and a
 * value may hold a '-' itself ("Red-2-3 Years"). What stays unclear, or would make two variants alike, becomes one
 * option with the whole key as its value.
 */
export function splitChoices(productKey: string | undefined, rawKeys: readonly string[]): Values[] {
  const names = (productKey ?? '')
    .split('-')
    .map((name) => name.trim())
    .filter(Boolean)
  const lists = rawKeys.map(listed)
  const keys = rawKeys.map((key, i) => lists[i]?.join('-') ?? key)
  const counted = lists.every((list) => list?.length === names.length)
  if (counted && names.length > 0 && new Set(keys).size === keys.length)
    return lists.map((list) => (list ?? []).map((value, i) => choice(i, names[i] ?? '', value)))
  const parts = keys.map((key) => key.split('-').map((part) => part.trim()))
  const cut = names.length === 0 ? undefined : (cutAlike(names.length, parts) ?? cutByKnown(names.length, parts))
  const clear = cut && new Set(cut.map((values) => values.join('\n'))).size === keys.length
  if (!clear) return keys.map((key) => [choice(0, names.join(' / ') || 'Style', key)])
  return cut.map((values) => values.map((value, i) => choice(i, names[i] ?? '', value)))
}

/** All keys have the same number of parts: cut all at the same places, where the fewest different values come out. */
function cutAlike(count: number, parts: readonly string[][]): string[][] | undefined {
  const length = parts[0]?.length ?? 0
  if (length < count || length > MAX_PARTS || parts.some((part) => part.length !== length)) return undefined
  const ways = parts.map((part) => groupings(part, count))
  const sizes = (ways[0] ?? []).map((_, way) => {
    const cut = ways.map((own) => own[way] ?? [])
    return Array.from({ length: count }, (_, i) => new Set(cut.map((values) => values[i])).size).reduce(
      (sum, size) => sum + size,
      0,
    )
  })
  const best = Math.min(...sizes)
  return sizes.filter((size) => size === best).length === 1
    ? ways.map((own) => own[sizes.indexOf(best)] ?? [])
    : undefined
}

/** Keys whose parts match the names settle which values exist; the others are cut where most known values come out. */
function cutByKnown(count: number, parts: readonly string[][]): string[][] | undefined {
  const known = Array.from({ length: count }, () => new Set<string>())
  for (const one of parts) if (one.length === count) one.forEach((value, i) => known[i]?.add(value))
  const cut = parts.flatMap((one) => {
    if (one.length === count) return [one]
    if (one.length < count || one.length > MAX_PARTS) return []
    const ways = groupings(one, count).map((way) => ({
      way,
      score: way.filter((value, i) => known[i]?.has(value)).length,
    }))
    const best = Math.max(...ways.map(({ score }) => score))
    const winners = ways.filter(({ score }) => score === best)
    return winners[0] && (count === 1 || (best > 0 && winners.length === 1)) ? [winners[0].way] : []
  })
  return cut.length === parts.length ? cut : undefined
}

const choice = (index: number, name: string, value: string): Values[number] => ({
  property_id: String(index),
  name,
  value_id: value,
  value,
})
