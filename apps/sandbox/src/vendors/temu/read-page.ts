import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { FULL_SIZE } from '../../catalogue/pictures/compose-picture.ts'
import { picturesOf, reviewPictures, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import { reviewsBy, reviewsOf } from '../../catalogue/reviews.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import type { Offer, Variant } from '../../catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { specificationsOf, writeDescription } from '../../catalogue/write-description.ts'
import { slugOf } from '../../capture/product-page.ts'

const REVIEWS_ON_PAGE = 6
const FREE_FROM = 3000 // a basket of so much is sent for nothing
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
    normalLinePrice: variant.list_price,
    normalLinePriceStr: dollars(variant.list_price),
    thumbUrl: variantPicture(publicUrl, offer, variant.colour) ?? '',
    stockQuantity: quantityOf(variant),
    limitQuantity: 20,
    isOnsale: 1,
  }
}

const crumbs = (offer: Offer) => [
  { optId: -100, optName: 'Home', linkUrl: '/us' },
  ...offer.good.kind.category.path.map((name, i) => ({
    optId: 30_000 + i,
    optName: name,
    linkUrl: `/us/o3-${i}.html`,
  })),
]

function parts(offer: Offer, publicUrl: string, now: Date) {
  const day = dayOf(now)
  const pictures = picturesOf(publicUrl, offer)
  const { seller } = offer
  return {
    goods: {
      goodsId: Number(offer.id),
      itemId: `SB${offer.index}`,
      goodsName: offer.title,
      status: 1,
      mallId: seller.id,
      catId: 30_000 + offer.good.kind.category.number,
      gallery: pictures.map((url, i) => ({ id: i + 1, url, width: FULL_SIZE, height: FULL_SIZE, type: 1 })),
      sideSalesTip: `${thousands(ordersBy(offer, day))} sold`,
      isLocalGoods: carriagesOf(offer, { to: 'US' })[0]?.ship_from === 'US' ? 1 : 0,
    },
    sku: variantsOf(offer, day).map((variant) => sku(offer, variant, publicUrl)),
    properties: specificationsOf(offer).map(({ name, value }) => ({ key: name, values: [value] })),
    mallData: {
      mallId: seller.id,
      mallName: seller.name,
      mallStar: Number((seller.score / 20).toFixed(1)),
      goodsSalesNumUnit: [thousands(ordersBy(offer, day)), 'sold'],
      followerNumUnit: [thousands(seller.followers), 'followers'],
    },
    reviewInfoList: reviewsOf(offer, day, 0, REVIEWS_ON_PAGE).map((review) => ({
      reviewId: `${offer.id}${review.number}`,
      score: review.rating,
      comment: review.text,
      name: review.name,
      country: review.country,
      time: Math.floor(review.at.getTime() / 1000),
      pictures: reviewPictures(publicUrl, offer, review).map((url) => ({ url })),
      specs: review.bought,
    })),
    reviewNum: reviewsBy(offer, day),
    description: writeDescription(offer, pictures),
    detail: { floorList: [{ items: pictures.slice(1).map((url) => ({ url, width: FULL_SIZE, height: FULL_SIZE })) }] },
  }
}

/** The delivery as the state of a page keeps it: texts for people. */
const delivery = (offer: Offer) => ({
  shippingDetail: carriagesOf(offer, { to: 'US' }).map((one) => ({
    name: one.company,
    table: {
      costsTitle: [{ text: 'Cost:' }],
      costsValue: [
        {
          ladderContent:
            one.cost === 0
              ? [{ text: 'FREE' }]
              : [{ text: `${dollars(one.cost)} or ` }, { text: `FREE (orders >= ${dollars(FREE_FROM)})` }],
        },
      ],
      deliveryTimeTitle: [{ text: 'Delivery time' }],
      deliveryTimeValue: [{ text: `${one.min_days}-${one.max_days} business days` }],
    },
  })),
})

/** Newer pages: the shop in `moduleMap`, properties beside the goods, reviews whole, the region as Temu's number. */
function newLayout(offer: Offer, publicUrl: string, now: Date) {
  const { goods, sku, properties, mallData, reviewInfoList, reviewNum, description, detail } = parts(
    offer,
    publicUrl,
    now,
  )
  return {
    goodsId: offer.id,
    goods: { ...goods, soldQuantity: ordersBy(offer, dayOf(now)) },
    sku,
    goodsProperty: properties,
    crumbOptList: crumbs(offer),
    moduleMap: { mallModule: { data: { mallData } } },
    review: { reviewData: { reviewNum, reviewScore: String(offer.rating), reviewInfoList } },
    productDetail: detail,
    description,
    delivery: delivery(offer),
    localInfo: { currency: 'USD', region: '211' },
  }
}

/** Older pages: the shop in `mall`, properties in the goods, the score apart, the long description as JSON text. */
function oldLayout(offer: Offer, publicUrl: string, now: Date) {
  const { goods, sku, properties, mallData, reviewInfoList, reviewNum, description, detail } = parts(
    offer,
    publicUrl,
    now,
  )
  return {
    goodsId: offer.id,
    goods: { ...goods, goodsProperty: properties, description },
    sku: sku.map(({ thumbUrl, ...one }) => ({ ...one, specShowImageUrl: thumbUrl })),
    crumbOptList: crumbs(offer).map(({ optName, ...one }) => ({ ...one, title: optName })),
    mall: { mallData },
    review: { reviewData: { reviewInfoList } },
    reviewStore: { showScore: offer.rating, reviewNum },
    productDetail: JSON.stringify(detail),
    localInfo: { currency: 'USD', region: 'US' },
  }
}

/** Every second offer still has the older layout. */
const hasNewLayout = ({ index }: Offer) => index % 2 === 0

/** `window.rawData` of a product page. */
export const rawData = (offer: Offer, publicUrl: string, now: Date) => ({
  store: hasNewLayout(offer) ? newLayout(offer, publicUrl, now) : oldLayout(offer, publicUrl, now),
})

/** Of an older page, whose state tells no delivery, the capture agent reads it from the screen. */
export const shownShipping = (offer: Offer) => (hasNewLayout(offer) ? undefined : screenOf(offer))

const screenOf = (offer: Offer) =>
  carriagesOf(offer, { to: 'US' }).map((one) => ({
    name: one.company,
    price: one.cost,
    minDays: one.min_days,
    maxDays: one.max_days,
    country: 'US',
    shipFrom: one.ship_from,
  }))
