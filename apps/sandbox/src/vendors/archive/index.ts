import { dateOf, dayOf, ordersBy, priceFactorOn } from '../../catalogue/days.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { type Offer, SOURCES } from '../../catalogue/shapes.ts'
import { priceRange, variantsOf } from '../../catalogue/variants.ts'
import { defineVendor } from '../../frame/define-vendor.ts'

const KEY = 'sandbox-archive-key'
const MAX_IDS = 50
const MAX_DAYS = 365

/**
 * A service that has watched the marketplaces for years and sells what it saw: prices and sales day by day. Its key is
 * `sandbox-archive-key`.
 */
export const archive = defineVendor({
  id: 'archive',
  name: 'Price archive',
  kind: 'service',
  badge: { glyph: 'H', colour: '#5B4B8A' },
  endpoints: ['history'],
  routes(app, world) {
    const { offers } = supplyWorld(world.config)
    const byId = new Map(
      SOURCES.map((source) => [source as string, new Map(offers[source].map((offer) => [offer.id, offer]))]),
    )
    app.get<{ Params: { source: string }; Querystring: { ids?: string; days?: string } }>(
      '/v1/history/:source',
      { config: { endpoint: 'history' } },
      async (request, reply) => {
        if (request.headers['x-api-key'] !== KEY) return reply.code(401).send({ error: 'unknown key' })
        const known = byId.get(request.params.source)
        const ids = (request.query.ids ?? '').split(',').filter(Boolean)
        const days = Math.min(MAX_DAYS, Number(request.query.days ?? 180))
        if (!known || ids.length > MAX_IDS || !Number.isInteger(days) || days < 1)
          return reply.code(400).send({ error: 'bad request' })
        const today = dayOf(world.now())
        return {
          items: ids.flatMap((id) => {
            const offer = known.get(id)
            return offer ? [{ product_id: id, currency: 'USD', points: pointsOf(offer, today, days) }] : []
          }),
        }
      },
    )
  },
  expiredToken: () => ({ status: 401, body: { error: 'unknown key' } }),
})

function pointsOf(offer: Offer, today: number, days: number) {
  const [now] = priceRange(variantsOf(offer, today))
  const factor = priceFactorOn(offer, today)
  return Array.from({ length: days }, (_, index) => {
    const day = today - days + index
    return {
      day: dateOf(day).toISOString().slice(0, 10),
      price: Math.max(1, Math.round((now * priceFactorOn(offer, day)) / factor)),
      orders: ordersBy(offer, day),
    }
  })
}
