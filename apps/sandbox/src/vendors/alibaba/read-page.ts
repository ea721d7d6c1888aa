import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { picturesOf, reviewPictures, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import { nameOf } from '../../catalogue/countries.ts'
import { reviewsBy, reviewsOf } from '../../catalogue/reviews.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import type { Offer, Variant } from '../../catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { specificationsOf, writeDescription } from '../../catalogue/write-description.ts'
import { slugOf } from '../../capture/product-page.ts'
import { ladderOf, minimumOf } from './ladder.ts'

const REVIEWS_ON_PAGE = 6
const decimal = (cents: number) => (cents / 100).toFixed(2)
const attrId = (index: number) => 191_286_172 + index
const valueId = (offer: Offer, option: number, value: string) => {
  const index = offer.options[option]?.values.findIndex((one) => one.value === value) ?? 0
  return 3_327_837 + option * 1000 + index
}

export const urlOf = (offer: Offer, publicUrl: string) =>
  `${publicUrl}/alibaba/product-detail/${slugOf(offer)}_${offer.id}.html`

/** As the page writes them; every second page names the first figure of a step otherwise. */
const tiersOf = (offer: Offer, cents: number) =>
  ladderOf(offer, cents).map(({ min, max, price }) => ({
    ...(offer.index % 2 === 0 ? { min } : { minQuantity: min }),
    max,
    price,
    formatPrice: `$${price}`,
    dollarPrice: price,
  }))

function choiceKey(offer: Offer, variant: Variant): string {
  return variant.values
    .map(({ option, value }) => {
      const index = offer.options.findIndex(({ name }) => name === option)
      return `${attrId(index)}:${valueId(offer, index, value)}`
    })
    .join(';')
}

/** `window.detailData` of a product page. */
export function detailData(offer: Offer, publicUrl: string, now: Date) {
  const day = dayOf(now)
  const variants = variantsOf(offer, day)
  const pictures = picturesOf(publicUrl, offer)
  const cheapest = Math.min(...variants.map(({ price }) => price))
  const moq = minimumOf(offer)
  const properties = specificationsOf(offer).map(({ name, value }) => ({ attrName: name, attrValue: value }))
  const infos = variants.map((variant) => {
    const prices = tiersOf(offer, variant.price)
    return [
      choiceKey(offer, variant),
      { id: Number(vendorId('alibaba', offer.index, variant.index)), price: prices[0]?.price, ladderPrices: prices },
    ] as const
  })
  return {
    globalData: {
      product: {
        productId: Number(offer.id),
        subject: offer.title,
        mediaItems: pictures.map((url) => ({
          type: 'image',
          imageUrl: { big: url, normal: `${url}?w=400`, small: `${url}?w=200` },
        })),
        description: writeDescription(offer, pictures),
        price: {
          currencyRule: { currencyPattern: '${0}', rate: 1 },
          productLadderPrices: tiersOf(offer, cheapest),
          unit: 'piece',
          unitEven: 'pieces',
        },
        moq,
        productCategoryId: 200_000 + offer.good.kind.category.number,
        ...(offer.options.length > 0 && {
          sku: {
            skuAttrs: offer.options.map(({ name, values }, i) => ({
              id: attrId(i),
              name,
              values: values.map(({ value }) => {
                const image = /colou?r$/i.test(name) ? variantPicture(publicUrl, offer, value) : null
                return {
                  id: valueId(offer, i, value),
                  name: value,
                  ...(image !== null && { originImage: image, largeImage: image }),
                }
              }),
            })),
            skuInfoMap: Object.fromEntries(infos),
          },
        }),
        productBasicProperties: properties,
        productOtherProperties: properties,
      },
      inventory: {
        placeOfDispatches: offer.ship_from.map((id) => ({ id, name: nameOf(id) })),
        skuInventory: Object.fromEntries(
          variants.map((variant) => [
            vendorId('alibaba', offer.index, variant.index),
            {
              warehouseInventoryList: [
                { inventoryCount: quantityOf(variant) * moq, placeOfDispatchId: offer.ship_from[0] },
              ],
            },
          ]),
        ),
      },
      seo: { breadCrumb: { pathList: offer.good.kind.category.path.map((name) => ({ hrefObject: { name } })) } },
      seller: {
        companyId: Number(offer.seller.id),
        companyName: offer.seller.name,
        companyProfileUrl: `${publicUrl}/alibaba/company/${offer.seller.id}`,
        companyRegisterCountry: offer.seller.country,
        companyJoinYears: String(offer.seller.years),
        supplierRatingReviews: { averageStar: (offer.seller.score / 20).toFixed(1), maxStar: 5 },
      },
      trade: {
        currency: 'USD',
        moq,
        unit: 'pieces',
        salesVolume: `${ordersBy(offer, day)} sold`,
        leadTimeInfo: { ladderPeriodList: [{ minQuantity: moq, processPeriod: 7 }] },
        shipping: carriagesOf(offer, { to: 'US', quantity: moq }).map((one) => ({
          name: one.company,
          price: decimal(one.cost),
          minDays: one.min_days,
          maxDays: one.max_days,
          country: 'US',
          shipFrom: one.ship_from,
        })),
      },
      review: {
        productReview: {
          averageStar: offer.rating.toFixed(1),
          totalReviewCount: reviewsBy(offer, day),
          list: reviewsOf(offer, day, 0, REVIEWS_ON_PAGE).map((review) => ({
            id: review.number,
            score: review.rating,
            content: review.text,
            name: review.name,
            country: review.country,
            date: review.at.toISOString().slice(0, 10),
            images: reviewPictures(publicUrl, offer, review),
          })),
        },
      },
    },
  }
}
