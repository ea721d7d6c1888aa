/** What a basket costs today: the catalogue's prices, raised and sold out as the control room likes. */
import { dayOf } from '../catalogue/days.ts'
import type { Offer } from '../catalogue/shapes.ts'
import { type Carriage, carriagesOf } from '../catalogue/shipping.ts'
import { quantityOf, variantsOf } from '../catalogue/variants.ts'
import type { OrderWorld } from './tables.ts'

export interface WantedLine {
  offer: Offer
  /** Which of the offer's variants. */
  variant: number
  sku_id: string
  quantity: number
}

export interface Basket {
  /** US cents for one piece, in the order of the lines. */
  prices: number[]
  /** The first variant of which there is not enough. */
  short: string | undefined
  /** What carries all of it, cheapest first. */
  services: Carriage[]
}

export async function priceBasket(
  world: OrderWorld,
  lines: readonly WantedLine[],
  { to, from }: { to: string; from?: string | undefined },
): Promise<Basket> {
  const day = dayOf(world.now())
  const percent = await markupOf(world)
  const gone = await soldOut(world)
  const found = lines.map((line) => ({ ...line, found: variantsOf(line.offer, day)[line.variant] }))
  const parcels = found.map(({ offer, quantity, found: variant }) =>
    carriagesOf(offer, { to, from, quantity, ...(variant && { grams: variant.grams }) }),
  )
  return {
    prices: found.map(({ found: variant }) => raise(variant?.price ?? 0, percent)),
    short: found.find(
      ({ found: variant, sku_id, quantity }) => gone.has(sku_id) || !variant || quantityOf(variant) < quantity,
    )?.sku_id,
    services: together(parcels),
  }
}

export const raise = (price: number, percent: number): number => Math.round((price * (100 + percent)) / 100)

export const soldOut = async ({ db }: OrderWorld): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom('sold_out').select('sku_id').execute()).map(({ sku_id }) => sku_id))

export const isSoldOut = async ({ db }: OrderWorld, sku_id: string): Promise<boolean> =>
  (await db.selectFrom('sold_out').select('sku_id').where('sku_id', '=', sku_id).executeTakeFirst()) !== undefined

export const markupOf = async (world: OrderWorld): Promise<number> =>
  (await world.db.selectFrom('markup').select('percent').executeTakeFirst())?.percent ?? 0

/** A service must carry every parcel; its cost is that of all of them. */
function together([first = [], ...others]: Carriage[][]): Carriage[] {
  return first.flatMap((service) => {
    const rest = others.map((services) => services.find(({ code }) => code === service.code))
    if (rest.includes(undefined)) return []
    return [{ ...service, cost: rest.reduce((sum, other) => sum + (other?.cost ?? 0), service.cost) }]
  })
}
