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

/**
 * CJ writes the options of a product as "Color-Size" and a variant's choice as "Black-XL", and a value may hold a '-'
 * itself. Variants whose parts match the names settle which values exist; the others are cut where most known values
 * come out. What stays unclear, or would make two variants alike, becomes one option with the whole key as its value.
 */
export function splitChoices(productKey: string | undefined, keys: readonly string[]): Values[] {
  const names = (productKey ?? '').split('-').map((name) => name.trim()).filter(Boolean)
  return (names.length > 0 ? splitByNames(names, keys) : undefined) ?? keys.map((key) => [choice(0, names.join(' / ') || 'Style', key)])
}

function splitByNames(names: readonly string[], keys: readonly string[]): Values[] | undefined {
  const parts = keys.map((key) => key.split('-').map((part) => part.trim()))
  const known = names.map(() => new Set<string>())
  for (const one of parts) if (one.length === names.length) one.forEach((value, i) => known[i]?.add(value))

  const cut = parts.map((one) => {
    if (one.length === names.length) return one
    if (one.length < names.length || one.length > MAX_PARTS) return undefined
    const ways = groupings(one, names.length).map((way) => ({ way, score: way.filter((value, i) => known[i]?.has(value)).length }))
    const best = Math.max(...ways.map(({ score }) => score))
    const winners = ways.filter(({ score }) => score === best)
    return names.length === 1 || (best > 0 && winners.length === 1) ? winners[0]?.way : undefined
  })
  const clear = cut.filter((one) => one !== undefined)
  if (clear.length < keys.length || new Set(clear.map((one) => one.join('\n'))).size < keys.length) return undefined
  return clear.map((values) => values.map((value, i) => choice(i, names[i] ?? '', value)))
}

const choice = (index: number, name: string, value: string): Values[number] =>
  ({ property_id: String(index), name, value_id: value, value })
