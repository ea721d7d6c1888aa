import type { ProductKey } from './detail-address.ts'

/** What a seller does to a card. */
export interface CardChange {
  favourite?: boolean
  imported?: boolean
  imported_as?: string
}

type Card = ProductKey & { favourite: boolean }

const isCard = (value: object): value is Card =>
  'source' in value && 'source_product_id' in value && 'favourite' in value

const differs = (card: Card, change: CardChange) =>
  // read by name alone
  Object.entries(change).some(([name, value]) => (card as object as Record<string, unknown>)[name] !== value)

/** Changes the matching cards wherever they stand in an answer. What has none of them stays the same object. */
export function mapCards<T>(data: T, matches: (card: ProductKey) => boolean, change: CardChange): T {
  if (typeof data !== 'object' || data === null || data instanceof Blob) return data
  if (Array.isArray(data)) {
    const items: unknown[] = data.map((item: unknown) => mapCards(item, matches, change))
    return items.some((item, index) => item !== data[index]) ? (items as T) : data // the same list, cards apart
  }
  let changed: object = data
  if (isCard(data) && matches(data) && differs(data, change)) changed = { ...data, ...change }
  for (const [name, value] of Object.entries(data)) {
    const next: unknown = typeof value === 'object' ? mapCards(value, matches, change) : value
    if (next !== value) changed = { ...changed, [name]: next }
  }
  return changed as T // a copy with the same keys
}
