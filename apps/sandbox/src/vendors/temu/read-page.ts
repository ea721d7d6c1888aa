import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { picturesOf, reviewPictures, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import { reviewsBy, reviewsOf } from '../../catalogue/reviews.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import type { Offer, Variant } from '../../catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { specificationsOf, writeDescription } from '../../catalogue/write-description.ts'
import { slugOf } from '../../capture/product-page.ts'

const REVIEWS_ON_PAGE = 6
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const thousands = (n: number) => (n < 1000 ? String(n) : `${Number((n / 1000).toFixed(1))}K+`)

export const urlOf = (offer: Offer, publicUrl: string) => `${publicUrl}/temu/us/${slugOf(offer)}-g-${offer.id}.html`

function sku(offer: Offer, variant: Variant, publicUrl: string) {
  return {
    skuId: vendorId('temu', offer.index, variant.index),
    goodsId: offer.id,
    specs: variant.values.map(({ option, value }) => {
      const key = offer.options.findIndex(({ name }) => name === option)
      const index = offer.options[key]?.values.findIndex((one) => one.value === value) ?? 0
      return { specKey: option, specKeyId: 1001 + key, specValue: value, specValueId: (1001 + key) * 1000 + index }
    }),
    normalPrice: variant.price,
    normalPriceStr: dollars(variant.price),
    linePrice: variant.list_price,
    linePriceStr: dollars(variant.list_price),
    thumbUrl: variantPicture(publicUrl, offer, variant.colour) ?? '',
    stockQuantity: quantityOf(variant),
    limitQuantity: 20,
  }
}

/** `window.rawData` of a product page, with the keys public extensions read. */
export function rawData(offer: Offer, publicUrl: string, now: Date) {
  const day = dayOf(now)
  const pictures = picturesOf(publicUrl, offer)
  const sold = ordersBy(offer, day)
  return {
    store: {
      goods: {
        goodsId: Number(offer.id),
        goodsName: offer.title,
        gallery: pictures.map((url, i) => ({ url, id: i + 1, type: 1 })),
        description: writeDescription(offer, pictures),
        mall: {
          mallId: offer.seller.id,
          mallName: offer.seller.name,
          mallScore: Number((offer.seller.score / 20).toFixed(1)),
          followers: offer.seller.followers,
        },
        soldQuantity: sold,
        salesTip: `${thousands(sold)} sold`,
        review: { goodsScore: offer.rating, reviewNum: reviewsBy(offer, day) },
        sku: variantsOf(offer, day).map((variant) => sku(offer, variant, publicUrl)),
        currency: 'USD',
        region: 'US',
        catId: 30_000 + offer.good.kind.category.number,
        category: offer.good.kind.category.path,
        properties: specificationsOf(offer).map(({ name, value }) => ({ key: name, values: [value] })),
      },
      reviews: reviewsOf(offer, day, 0, REVIEWS_ON_PAGE).map((review) => ({
        reviewId: `${offer.id}${review.number}`,
        score: review.rating,
        comment: review.text,
        name: review.name,
        country: review.country,
        time: review.at.getTime(),
        pictures: reviewPictures(publicUrl, offer, review).map((url) => ({ url })),
        specInfo: review.bought,
      })),
      shipping: carriagesOf(offer, { to: 'US' }).map((one) => ({
        name: one.company,
        price: one.cost,
        minDays: one.min_days,
        maxDays: one.max_days,
        country: 'US',
        shipFrom: one.ship_from,
      })),
    },
  }
}
