import { warning } from './errors.ts'

const LISTS: Readonly<Record<string, readonly string[]>> = {
  conditions: ['NEW', 'USED', 'UNSPECIFIED'],
  buyingOptions: ['FIXED_PRICE', 'AUCTION', 'BEST_OFFER', 'CLASSIFIED_AD'],
}
const SHAPES: Readonly<Record<string, RegExp>> = {
  price: /^\[(\d+(\.\d+)?)?(\.\.)?(\d+(\.\d+)?)?\]$/,
  priceCurrency: /^[A-Z]{3}$/,
  conditionIds: /^\{\d{4}(\|\d{4})*\}$/,
  deliveryCountry: /^[A-Z]{2}$/,
  itemLocationCountry: /^[A-Z]{2}$/,
  deliveryPostalCode: /^[\w -]{3,10}$/,
  maxDeliveryCost: /^0$/,
}
export const SORTS: readonly (string | undefined)[] = [undefined, 'price', '-price', 'newlyListed', 'endingSoonest']

/** `price:[10..50],priceCurrency:USD,deliveryCountry:US`: names with a value, a range or a set. */
export function readFilter(text: string | undefined): Map<string, string> {
  return new Map(
    [...(text ?? '').matchAll(/(\w+):(\[[^\]]*\]|\{[^}]*\}|[^,]*)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

export const wordsOf = (set: string | undefined): string[] =>
  (set ?? '').replace(/[{}]/g, '').split('|').filter(Boolean)

function isGood(name: string, value: string): boolean {
  const list = LISTS[name]
  if (list) return /^\{.+\}$/.test(value) && wordsOf(value).every((word) => list.includes(word))
  return SHAPES[name]?.test(value) ?? false
}

/** A filter that eBay does not understand is no error: it is left out, and a warning says so. */
export function checkFilter(text: string | undefined): {
  filter: Map<string, string>
  warnings: ReturnType<typeof warning>[]
} {
  const all = [...readFilter(text)]
  const filter = new Map(all.filter(([name, value]) => isGood(name, value)))
  const warnings = all.filter(([name]) => !filter.has(name)).map(([filterName]) => warning(12002, { filterName }))
  if (filter.has('price') && !filter.has('priceCurrency')) {
    filter.delete('price')
    warnings.push(warning(12012))
  }
  return { filter, warnings }
}
