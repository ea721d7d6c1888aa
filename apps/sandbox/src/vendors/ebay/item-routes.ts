import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dayOf } from '../../catalogue/days.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { picturesOf } from '../../catalogue/pictures/picture-key.ts'
import type { Offer, Variant } from '../../catalogue/shapes.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { writeDescription } from '../../catalogue/write-description.ts'
import type { World } from '../../frame/world.ts'
import { groupHref, isGroup, item, itemId } from './dress.ts'
import { refuse } from './errors.ts'
import { checkCall, type EbayTables, placeOf } from './guard.ts'

const MOST_ITEMS = 20

export function itemRoutes(app: FastifyInstance, world: World<EbayTables>, supply: SupplyWorld) {
  const { public_url } = world.config
  const today = () => dayOf(world.now())
  const show = (request: FastifyRequest, offer: Offer, variant: Variant) =>
    item(offer, variant, public_url, world.now(), placeOf(request))

  /** `v1|listing|variation`; 0 = the listing has none. */
  function byItemId(id: string): { offer: Offer; variant: Variant } | null {
    const [, legacy = '', variation] = /^v1\|(\d{1,19})\|(\d{1,19})$/.exec(id) ?? []
    if (variation === undefined) throw refuse(11012)
    const offer = supply.find('ebay', legacy)
    if (!offer) return null
    if (variation === '0' && isGroup(offer)) throw refuse(11006, { itemGroupHref: groupHref(public_url, offer) })
    const variant = variantsOf(offer, today()).find((one) => itemId(offer, one) === id)
    return variant ? { offer, variant } : null
  }

  app.get<{ Querystring: { legacy_item_id?: string; legacy_variation_id?: string } }>(
    '/item/get_item_by_legacy_id',
    { config: { endpoint: 'get_item_by_legacy_id' } },
    async (request) => {
      await checkCall(world, request, 'item')
      const { legacy_item_id = '', legacy_variation_id } = request.query
      const offer = supply.find('ebay', legacy_item_id)
      if (!offer) throw refuse(11003)
      if (isGroup(offer) && legacy_variation_id === undefined)
        throw refuse(11006, { itemGroupHref: groupHref(public_url, offer) })
      const isMeant = ({ index }: Variant) =>
        legacy_variation_id === undefined || vendorId('ebay', offer.index, index) === legacy_variation_id
      const variant = variantsOf(offer, today()).find(isMeant)
      if (!variant) throw refuse(11003)
      return show(request, offer, variant)
    },
  )

  const group = { config: { endpoint: 'get_items_by_item_group' } }
  app.get<{ Querystring: { item_group_id?: string } }>('/item/get_items_by_item_group', group, async (request) => {
    await checkCall(world, request, 'item')
    const offer = supply.find('ebay', request.query.item_group_id ?? '')
    if (!offer) throw refuse(11002)
    const variants = variantsOf(offer, today())
    const [first] = variants
    if (!isGroup(offer)) {
      throw refuse(11005, {
        itemHref: first ? `${public_url}/ebay/buy/browse/v1/item/${encodeURIComponent(itemId(offer, first))}` : '',
      })
    }
    return {
      items: variants.map((variant) => item(offer, variant, public_url, world.now(), placeOf(request), false)),
      commonDescriptions: [
        {
          description: writeDescription(offer, picturesOf(public_url, offer)),
          itemIds: variants.map((variant) => itemId(offer, variant)),
        },
      ],
    }
  })

  app.get<{ Querystring: { item_ids?: string } }>('/item/', { config: { endpoint: 'get_items' } }, async (request) => {
    await checkCall(world, request, 'items')
    const ids = (request.query.item_ids ?? '').split(',').filter(Boolean)
    if (ids.length === 0) throw refuse(11012)
    if (ids.length > MOST_ITEMS) throw refuse(11015, { maxAllowedItemIds: String(MOST_ITEMS) })
    const found = ids.flatMap((id) => byItemId(id) ?? [])
    if (found.length === 0) throw refuse(11001)
    return { items: found.map(({ offer, variant }) => show(request, offer, variant)), total: found.length }
  })

  app.get<{ Params: { item_id: string } }>('/item/:item_id', { config: { endpoint: 'get_item' } }, async (request) => {
    await checkCall(world, request, 'item')
    const found = byItemId(request.params.item_id)
    if (!found) throw refuse(11001)
    return show(request, found.offer, found.variant)
  })
}
