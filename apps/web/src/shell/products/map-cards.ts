import type { ProductKey } from './detail-address.ts'

type Card = ProductKey & { favourite: boolean }

const isCard = (value: object): value is Card => 'source' in value && 'source_product_id' in value && 'favourite' in value

/** Sets the heart of the matching cards wherever they stand in an answer. What has none of them stays the same object. */
export function mapCards<T>(data: T, matches: (card: ProductKey) => boolean, favourite: boolean): T {
  if (typeof data !== 'object' || data === null || data instanceof Blob) return data
  if (Array.isArray(data)) {
    const items: unknown[] = data.map((item: unknown) => mapCards(item, matches, favourite))
    return items.some((item, index) => item !== data[index]) ? (items as T) : data // the same list, cards apart
  }
  let changed: object = data
  if (isCard(data) && matches(data) && data.favourite !== favourite) changed = { ...data, favourite }
  for (const [name, value] of Object.entries(data)) {
    const next: unknown = typeof value === 'object' ? mapCards(value, matches, favourite) : value
    if (next !== value) changed = { ...changed, [name]: next }
  }
  return changed as T // a copy with the same keys
}
