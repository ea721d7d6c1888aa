import type { OpenChannel } from '@omni/connectors/channels/open-channel.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { type CategoryAsks, type ListingDetails, NO_DETAILS } from '@omni/domain/channels/listing-details.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { askRequirements } from '../stores/ask-requirements.ts'
import { readDetails, readRemembered, suggestedDetails } from './listing-details.ts'

type Shop = NonNullable<OpenChannel['requirements']>
type Input = In<typeof listingCalls.getListingDetails>
type Answer = Out<typeof listingCalls.getListingDetails>

const NO_CHOICES: Answer['choices'] = { brands: [], size_charts: [], manufacturers: [], responsible: [] }

/** The categories of a marketplace. A store that is none has no such categories. */
export const listMarketCategories = async (ctx: Ctx, { store_id }: In<typeof listingCalls.listMarketCategories>) => ({
  items: (await askRequirements(ctx, store_id, (shop) => shop.categories(null))) ?? [],
})

/** Asked of the marketplace itself, with no connection held meanwhile. */
export async function getListingDetails(ctx: Ctx, input: Input): Promise<Answer> {
  const { store_id, product_id } = input
  const { product, own } = await ctx.db.read(async (tx) => ({
    product: await tx
      .selectFrom('products')
      .select(['title', 'description'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', product_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    own: (await readDetails(tx, ctx.workplace_id, store_id, [product_id])).get(product_id),
  }))
  if (!product) refuse('not_found')
  const asked = await askRequirements(ctx, store_id, (shop) => ask(ctx, shop, input, product, own))
  return asked ?? { details: own ?? NO_DETAILS, is_saved: own !== undefined, asks: null, choices: NO_CHOICES }
}

async function ask(
  ctx: Ctx,
  shop: Shop,
  { store_id, category_id, brand }: Input,
  product: { title: string; description: string },
  own: ListingDetails | undefined,
): Promise<Answer> {
  const is_saved = own !== undefined
  const category = await categoryOf(shop, category_id, product, own)
  if (!category) return { details: own ?? NO_DETAILS, is_saved, asks: null, choices: NO_CHOICES }
  const asks = await shop.asks({ category_id: category.id })
  const choices = await shop.choices({ category_id: category.id, brand, of: askedFor(asks) })
  if (own && own.category?.id === category.id) return { details: own, is_saved, asks, choices }
  const remembered = await ctx.db.read((tx) => readRemembered(tx, ctx.workplace_id, store_id, [category.id]))
  return { details: suggestedDetails(category, remembered.get(category.id)), is_saved, asks, choices }
}

const askedFor = (asks: CategoryAsks) =>
  (['size_chart', 'manufacturer', 'responsible'] as const).filter((one) => asks[one] !== 'no')

/** As asked for, as saved, as the marketplace suggests. */
async function categoryOf(
  shop: Shop,
  category_id: string | undefined,
  product: { title: string; description: string },
  own: ListingDetails | undefined,
) {
  if (category_id === undefined || category_id === own?.category?.id) return own?.category ?? shop.recommend(product)
  return (await shop.categories(null)).find(({ id }) => id === category_id) ?? refuse('not_found')
}
