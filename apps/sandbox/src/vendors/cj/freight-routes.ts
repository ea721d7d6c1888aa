import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dayOf } from '../../catalogue/days.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import { placeOf } from '../../catalogue/vendor-ids.ts'
import type { World } from '../../frame/world.ts'
import { CjRefusal, done } from './envelope.ts'
import { BASE, type CjTables, endpoint, type makeGuard } from './guard.ts'

const country = z.string().regex(/^[A-Z]{2}$/)
const Freight = z.object({
  startCountryCode: country,
  endCountryCode: country,
  products: z
    .array(z.object({ vid: z.string(), quantity: z.coerce.number().int().min(1).max(10_000) }))
    .min(1)
    .max(50),
})
/** Yuan for a dollar, as CJ shows both. */
const YUAN = 7.1

export function freightRoutes(
  app: FastifyInstance,
  world: World<CjTables>,
  supply: SupplyWorld,
  guard: ReturnType<typeof makeGuard>,
) {
  app.post(`${BASE}/logistic/freightCalculate`, endpoint('logistic/freightCalculate'), async (request) => {
    await guard(request, 'logistic/freightCalculate')
    const read = Freight.safeParse(request.body)
    if (!read.success)
      throw new CjRefusal(
        1600100,
        `Param error: ${read.error.issues[0]?.path.join('.')} ${read.error.issues[0]?.message}`,
      )
    const { startCountryCode: from, endCountryCode: to, products } = read.data
    const parcels = products.map(({ vid, quantity }) => {
      const place = placeOf('cj', vid)
      const offer = place ? supply.offers.cj[place.index] : undefined
      const variant = offer && place ? variantsOf(offer, dayOf(world.now()))[place.variant] : undefined
      if (!offer || !variant) throw new CjRefusal(1602003, `Variant not found: ${vid}`)
      if (!offer.ship_from.includes(from)) return []
      return carriagesOf(offer, { to, from, quantity, grams: variant.grams })
    })
    // A service must carry all of it.
    const [first = [], ...others] = parcels
    const services = first.flatMap((one) => {
      const rest = others.map((list) => list.find(({ code }) => code === one.code))
      if (rest.includes(undefined)) return []
      return [{ ...one, cost: rest.reduce((sum, other) => sum + (other?.cost ?? 0), one.cost) }]
    })
    return done(
      services.map(({ company, cost, min_days, max_days }) => ({
        logisticName: company,
        logisticPrice: cost / 100,
        logisticPriceCn: Math.round(cost * YUAN) / 100,
        logisticAging: `${min_days}-${max_days}`,
        taxesFee: 0,
        clearanceOperationFee: 0,
        totalPostageFee: cost / 100,
      })),
    )
  })
}
