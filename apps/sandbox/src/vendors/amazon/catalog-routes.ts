import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dayOf } from '../../catalogue/days.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { searchOffers } from '../../catalogue/search-offers.ts'
import type { Offer, Variant } from '../../catalogue/shapes.ts'
import { shownVariant, variantsOf } from '../../catalogue/variants.ts'
import { placeOf } from '../../catalogue/vendor-ids.ts'
import type { World } from '../../frame/world.ts'
import { PARTNER_TAGS } from './accounts.ts'
import { item, nodeNumber } from './dress.ts'
import { refuse } from './errors.ts'

const Shared = z.object({
  partnerTag: z.string(),
  resources: z.array(z.string()).default([]),
  condition: z.enum(['Any', 'New']).default('Any'),
})
const VARIATION_SUMMARY = 'variationSummary.'
const Search = z.object({
  keywords: z.string().max(200).optional(),
  browseNodeId: z.string().optional(),
  searchIndex: z.string().default('All'),
  itemCount: z.int().min(1).max(10).default(10),
  itemPage: z.int().min(1).max(10).default(1),
})
const Items = z.object({ itemIds: z.array(z.string()).min(1).max(10) })
const Variations = z.object({
  asin: z.string(),
  variationPage: z.int().min(1).default(1),
  variationCount: z.int().min(1).max(10).default(10),
})

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refuse(
    'ValidationException',
    `The value provided in the request for ${issue?.path.join('.')} is invalid: ${issue?.message}`,
  )
}

export function catalogRoutes(app: FastifyInstance, world: Pick<World, 'now' | 'config'>, supply: SupplyWorld) {
  const { public_url } = world.config
  const offers = supply.offers.amazon

  const call = (name: string, answer: (body: unknown, resources: string[]) => unknown) =>
    app.post(`/catalog/v1/${name}`, { config: { endpoint: name } }, async (request) => {
      const { partnerTag, resources } = read(Shared, request.body)
      if (partnerTag !== PARTNER_TAGS[String(request.headers['x-marketplace'])]) {
        throw refuse(
          'InvalidPartnerTag',
          'The partner tag is not mapped to a valid associate store with your credentials.',
        )
      }
      const misplaced = resources.find((one) => one.startsWith(VARIATION_SUMMARY) && name !== 'getVariations')
      if (misplaced) throw refuse('ValidationException', `The resource ${misplaced} is not valid for ${name}.`)
      return answer(request.body, resources)
    })

  const find = (asin: string): { offer: Offer; variants: Variant[]; variant: Variant | undefined } | null => {
    const place = placeOf('amazon', asin)
    const offer = place ? offers[place.index] : undefined
    if (!offer || !place) return null
    const variants = variantsOf(offer, dayOf(world.now()))
    const variant = place.variant < 0 ? shownVariant(offer, world.now()) : variants[place.variant]
    return variant ? { offer, variants, variant } : null
  }

  call('searchItems', (body, resources) => {
    const { keywords, browseNodeId, itemCount, itemPage } = read(Search, body)
    if (!keywords && !browseNodeId)
      throw refuse('ValidationException', 'At least one of keywords, browseNodeId must be provided.')
    const category = browseNodeId ? nodeNumber(browseNodeId) : undefined
    const found = searchOffers(offers, { text: keywords, category })
    const page = found.slice((itemPage - 1) * itemCount, itemPage * itemCount)
    if (page.length === 0) throw refuse('NoResults', 'No results found for your request.')
    const items = page.flatMap((offer) => {
      const variant = shownVariant(offer, world.now())
      return variant ? [item(offer, variant, resources, public_url)] : []
    })
    return {
      searchResult: {
        totalResultCount: found.length,
        searchURL: `${public_url}/amazon/s?${new URLSearchParams({ k: keywords ?? '' })}`,
        items,
      },
    }
  })

  call('getItems', (body, resources) => {
    const { itemIds } = read(Items, body)
    const found = itemIds.map((asin) => ({ asin, hit: find(asin) }))
    const missing = found
      .filter(({ hit }) => !hit)
      .map(({ asin }) => ({
        code: 'ItemNotAccessible',
        message: `The itemId ${asin} is not accessible through the API.`,
      }))
    if (missing.length === found.length)
      throw refuse('ItemNotAccessible', missing.map(({ message }) => message).join(' '))
    const items = found.flatMap(({ hit }) =>
      hit?.variant ? [item(hit.offer, hit.variant, resources, public_url)] : [],
    )
    return { itemsResult: { items }, ...(missing.length > 0 && { errors: missing }) }
  })

  call('getVariations', (body, resources) => {
    const { asin, variationPage, variationCount } = read(Variations, body)
    const hit = find(asin)
    if (!hit) throw refuse('ItemNotAccessible', `The itemId ${asin} is not accessible through the API.`)
    const { offer, variants } = hit
    if (offer.options.length === 0) throw refuse('NoResults', 'No variations found for this item.')
    const page = variants.slice((variationPage - 1) * variationCount, variationPage * variationCount)
    if (page.length === 0) throw refuse('NoResults', 'No results found for your request.')
    const prices = variants.map(({ price }) => price)
    const money = (cents: number) => ({
      amount: cents / 100,
      currency: 'USD',
      displayAmount: `$${(cents / 100).toFixed(2)}`,
    })
    return {
      variationsResult: {
        items: page.map((variant) => item(offer, variant, resources, public_url)),
        ...(resources.some((one) => one.startsWith(VARIATION_SUMMARY)) && {
          variationSummary: {
            pageCount: Math.ceil(variants.length / variationCount),
            variationCount: variants.length,
            price: { lowestPrice: money(Math.min(...prices)), highestPrice: money(Math.max(...prices)) },
            variationDimensions: offer.options.map(({ name, values }) => ({
              name: name.toLowerCase().replaceAll(' ', '_'),
              displayName: name,
              values: values.map(({ value }) => value),
            })),
          },
        }),
      },
    }
  })
}
