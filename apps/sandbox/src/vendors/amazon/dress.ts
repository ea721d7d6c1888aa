import { FULL_SIZE } from '../../catalogue/pictures/compose-picture.ts'
import { picturesOf, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import type { Category, Offer, Variant } from '../../catalogue/shapes.ts'
import { quantityOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'

const nodeId = ({ number }: Category): string => String(16_310_000 + number)
export const nodeNumber = (id: string): number => Number(id) - 16_310_000

/** A product without choices has no parent: its own number is the offer's. */
export const asinOf = (offer: Offer, variant: Variant): string =>
  offer.options.length === 0 ? offer.id : vendorId('amazon', offer.index, variant.index)

const picture = (url: string) => ({
  large: { url, height: FULL_SIZE, width: FULL_SIZE },
  medium: { url: `${url}?w=200`, height: 200, width: 200 },
})
const money = (cents: number) => ({
  amount: cents / 100,
  currency: 'USD',
  displayAmount: `$${(cents / 100).toFixed(2)}`,
})

/** Only what was asked for is answered: `resources` names parts with dots. */
export function item(offer: Offer, variant: Variant, resources: readonly string[], publicUrl: string) {
  const wants = (part: string) => resources.some((resource) => resource === part || resource.startsWith(`${part}.`))
  const asin = asinOf(offer, variant)
  const pictures = picturesOf(publicUrl, offer)
  const main = variantPicture(publicUrl, offer, variant.colour)
  const { category } = offer.good.kind
  return {
    asin,
    detailPageURL: `${publicUrl}/amazon/dp/${asin}?tag=omni-20`,
    ...(wants('parentASIN') && offer.options.length > 0 && { parentASIN: offer.id }),
    ...(wants('itemInfo') && {
      itemInfo: {
        ...(wants('itemInfo.title') && { title: { displayValue: offer.title, label: 'Title', locale: 'en_US' } }),
        ...(wants('itemInfo.features') && {
          features: {
            displayValues: offer.good.features.map(
              (feature) => `${feature}: made for everyday use, ${offer.good.material.toLowerCase()}.`,
            ),
            label: 'Features',
            locale: 'en_US',
          },
        }),
        ...(wants('itemInfo.byLineInfo') && {
          byLineInfo: {
            brand: { displayValue: offer.good.brand, label: 'Brand', locale: 'en_US' },
            manufacturer: { displayValue: offer.good.brand, label: 'Manufacturer', locale: 'en_US' },
          },
        }),
      },
    }),
    ...(wants('images') &&
      main && {
        images: {
          ...(wants('images.primary') && { primary: picture(main) }),
          ...(wants('images.variants') && { variants: pictures.slice(1).map(picture) }),
        },
      }),
    // What is sold out has no listing.
    ...(wants('offersV2') && quantityOf(variant) > 0 && { offersV2: { listings: [listing(offer, variant, wants)] } }),
    ...(wants('browseNodeInfo') && {
      browseNodeInfo: {
        browseNodes: [
          { id: nodeId(category), displayName: category.name, contextFreeName: category.name, isRoot: false },
        ],
      },
    }),
    ...(variant.values.length > 0 && {
      variationAttributes: variant.values.map(({ option, value }) => ({
        name: option.toLowerCase().replaceAll(' ', '_'),
        value,
      })),
    }),
  }
}

function listing(offer: Offer, variant: Variant, wants: (part: string) => boolean) {
  const before = variant.list_price > variant.price
  return {
    ...(wants('offersV2.listings.price') && {
      price: {
        money: money(variant.price),
        ...(before && { savingBasis: { money: money(variant.list_price), savingBasisType: 'LIST_PRICE' } }),
      },
    }),
    ...(wants('offersV2.listings.availability') && {
      availability: {
        type: 'IN_STOCK',
        message: 'In Stock',
        minOrderQuantity: 1,
        maxOrderQuantity: Math.min(30, quantityOf(variant)),
      },
    }),
    ...(wants('offersV2.listings.condition') && { condition: { value: 'New' } }),
    ...(wants('offersV2.listings.merchantInfo') && { merchantInfo: { id: offer.seller.id, name: offer.seller.name } }),
    isBuyBoxWinner: true,
  }
}
