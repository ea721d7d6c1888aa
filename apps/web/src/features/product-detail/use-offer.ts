import type { Out } from '@omni/contracts/kernel.ts'
import { type ProductDetail, productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { estimateRetail, type Retail } from '@omni/domain/catalog/retail.ts'
import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import { type Choice, chosenVariant, shownPrice } from '@omni/domain/catalog/variant-choice.ts'
import { useState } from 'react'
import { useCall } from '../../platform/query.ts'

type Service = Out<typeof productDetailCalls.getProductLogistics>['logistics'][number]

export interface Offer {
  choice: Choice
  choose: (option: string, id: string) => void
  variant: ProductDetail['variants'][number] | undefined
  /** US cents, low and high; equal once a variant is chosen. */
  price: readonly [number, number]
  /** Ways to send it to the chosen country, cheapest first. */
  services: readonly Service[]
  service: Service | undefined
  pick: (name: string) => void
  /** false: the supplier says it does not send there. */
  ships: boolean
  shippingKnown: boolean
  days: readonly [number | null, number | null]
  /** What it would sell for and earn, by the shown formula. */
  retail: Retail
}

/** What is chosen of a product, and what follows from it: price, way of sending, profit. */
export function useOffer(product: ProductDetail, shipTo: string): Offer {
  const [choice, setChoice] = useState<Choice>({})
  const [picked, setPicked] = useState<string | null>(null)
  const { options, variants, source, source_product_id } = product
  const variant = chosenVariant(variants, options, choice)
  const price = shownPrice(variants, options, choice, product.price_range)
  const quoted = useCall(
    productDetailCalls.getProductLogistics,
    {
      source,
      id: source_product_id,
      country_code: shipTo,
      ship_from: shipFromOf(product, choice),
      ...(variant ? { sku_id: variant.sku_id } : {}),
    },
    { quiet: true, keep: true },
  )
  const services = quoted.data?.logistics ?? []
  const service =
    services.find((item) => item.service_name === picked) ?? services.find((item) => item.cheapest) ?? services[0]
  const shipping = service ? service.amount : product.shipping_cost
  const choose = (option: string, id: string) =>
    setChoice(({ [option]: before, ...others }) => (before === id ? others : { ...others, [option]: id }))
  return {
    choice,
    choose,
    variant,
    price,
    services,
    service,
    pick: setPicked,
    ships: quoted.data?.ships ?? true,
    shippingKnown: shipping !== null,
    days: service ? [service.min_days, service.max_days] : [product.shipping_time_min, product.shipping_time_max],
    retail: estimateRetail(price[0], shipping, (variant ?? product).charges_usd ?? 0),
  }
}

/** The value of "Ships From", when it is among the options; else where the product is kept. */
function shipFromOf({ options, shipFroms }: ProductDetail, choice: Choice): string {
  const chosen = options.flatMap(({ name, values }) =>
    values.filter(({ id, countryCode }) => countryCode !== null && choice[name] === id),
  )[0]
  return chosen?.countryCode ?? shipFroms[0] ?? DEFAULT_SHIP_FROM
}
