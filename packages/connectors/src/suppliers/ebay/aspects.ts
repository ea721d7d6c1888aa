import type { SupplierVariant } from '../supplier.ts'

interface Described {
  itemId: string
  localizedAspects: { name: string; value: string }[]
}

/**
 * eBay lists all aspects of a variation alike; what a buyer chooses are those that every variation has and that differ
 * between them. Where these do not tell all variations apart, the variation itself is the choice.
 */
export function choicesOf(items: readonly Described[]): SupplierVariant['values'][] {
  if (items.length < 2) return items.map(() => [])
  const aspects = items.map((item) => new Map(item.localizedAspects.map(({ name, value }) => [name, value])))
  const names = (items[0]?.localizedAspects ?? [])
    .map(({ name }) => name)
    .filter(
      (name, i, all) =>
        all.indexOf(name) === i &&
        aspects.every((own) => own.has(name)) &&
        new Set(aspects.map((own) => own.get(name))).size > 1,
    )
  const alike = new Set(aspects.map((own) => JSON.stringify(names.map((name) => own.get(name))))).size < items.length
  const numbers = items.map(({ itemId }) => itemId.split('|').at(-1) ?? itemId)
  return aspects.map((own, i) => [
    ...names.map((name) => ({ property_id: name, name, value_id: own.get(name) ?? '', value: own.get(name) ?? '' })),
    ...(alike
      ? [{ property_id: 'variation', name: 'Variation', value_id: numbers[i] ?? '', value: numbers[i] ?? '' }]
      : []),
  ])
}
