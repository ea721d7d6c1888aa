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
const TAXED = new Set(['BR', 'MX', 'NO'])
const TAX = 0.15
/** A service that takes no such parcel is named with the reason. */
const CANNOT_CARRY = {
  logisticName: 'CJPacket Battery',
  logisticPrice: null,
  logisticPriceCn: null,
  logisticAging: null,
  taxesFee: null,
  clearanceOperationFee: null,
  totalPostageFee: null,
  errorEn: 'This channel only carries batteries',
}
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
    const rates = services.map(({ company, cost, min_days, max_days }, i) => {
      // Where duties are collected, they are part of the fee.
      const taxes = TAXED.has(to) ? Math.round(cost * TAX) : 0
      return {
        logisticName: company,
        logisticPrice: (cost - taxes) / 100,
        logisticPriceCn: Math.round((cost - taxes) * YUAN) / 100,
        logisticAging: `${min_days}-${max_days}`,
        taxesFee: taxes / 100,
        clearanceOperationFee: 0,
        // Every other service is not added up.
        totalPostageFee: i % 2 === 0 ? cost / 100 : 0,
        errorEn: null,
      }
    })
    return done(rates.length === 0 ? [] : [...rates, CANNOT_CARRY])
  })
}
