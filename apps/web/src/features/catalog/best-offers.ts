import { keyOf, type ProductKey } from '../../product-cards/detail-address.ts'

interface Offered extends ProductKey {
  price_range: readonly [number, number]
  shipping_cost: number | null
  shipping_time_max: number | null
}

interface Best {
  fastest: string | null
  cheapest: string | null
}

/** The one with the lowest landed cost and the one that is there first; none when there is nothing to compare with. */
export function bestOf(products: readonly Offered[]): Best {
  const least = (measure: (product: Offered) => number | null): string | null => {
    const known = products.flatMap((product) => {
      const value = measure(product)
      return value === null ? [] : [{ product, value }]
    })
    const [first, second] = known.toSorted((a, b) => a.value - b.value)
    return first && second && first.value < second.value ? keyOf(first.product) : null
  }
  return {
    cheapest: least(({ price_range, shipping_cost }) =>
      shipping_cost === null ? null : price_range[0] + shipping_cost,
    ),
    fastest: least(({ shipping_time_max }) => shipping_time_max),
  }
}
