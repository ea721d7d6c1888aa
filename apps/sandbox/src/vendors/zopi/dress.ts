import { dateOf, dayOf, ordersBy, priceFactorOn } from '../../catalogue/days.ts'
import { picturesOf, reviewPictures, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import { type Review, reviewsBy } from '../../catalogue/reviews.ts'
import { destinationsOf } from '../../catalogue/shipping.ts'
import type { Category, Offer, Option, Seller, Variant } from '../../catalogue/shapes.ts'
import { priceRange, quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { specificationsOf, writeDescription } from '../../catalogue/write-description.ts'

export const money = (amount: number) => ({ amount, currency: 'USD' })
export const categoryId = ({ number }: Category) => `cat-${number}`
export const categoryNumber = (id: string) => Number(/^cat-(\d{1,6})$/.exec(id)?.[1] ?? 0)
const optionId = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const valueId = (option: Option | undefined, value: string) => {
  const index = option?.values.findIndex((one) => one.value === value) ?? 0
  return `${optionId(option?.name ?? '')}-${index + 1}`
}

/** The last day its price changed: what `updated_since` goes by. Looks back a month, no price stays longer. */
export function updatedAt(offer: Offer, now: Date): Date {
  const today = dayOf(now)
  const factor = priceFactorOn(offer, today)
  let day = today
  while (day > today - 30 && priceFactorOn(offer, day - 1) === factor) day--
  return dateOf(day)
}

export function summary(offer: Offer, publicUrl: string, now: Date) {
  const day = dayOf(now)
  const [low, high] = priceRange(variantsOf(offer, day))
  return {
    product_id: offer.id,
    name: offer.title,
    image: picturesOf(publicUrl, offer)[0] ?? null,
    price_min: money(low),
    price_max: money(high),
    orders: ordersBy(offer, day),
    rating: reviewsBy(offer, day) > 0 ? offer.rating : null,
    category_id: categoryId(offer.good.kind.category),
    seller_id: offer.seller.id,
    updated_at: updatedAt(offer, now).toISOString(),
  }
}

const seller = (one: Seller, publicUrl: string) => ({
  seller_id: one.id,
  name: one.name,
  url: `${publicUrl}/zopi/suppliers/${one.id}`,
  score: one.score,
  country_code: one.country,
})

function option(offer: Offer, one: Option, publicUrl: string) {
  return {
    option_id: optionId(one.name),
    name: one.name,
    values: one.values.map(({ value, country }) => {
      const image = /colou?r$/i.test(one.name) ? variantPicture(publicUrl, offer, value) : null
      return {
        value_id: valueId(one, value),
        value,
        ...(image !== null && { image }),
        ...(country && { country_code: country }),
      }
    }),
  }
}

export const skuId = (offer: Offer, variant: Variant) => vendorId('zopi', offer.index, variant.index)

function variantRow(offer: Offer, variant: Variant, publicUrl: string) {
  const image = variantPicture(publicUrl, offer, variant.colour)
  return {
    sku_id: skuId(offer, variant),
    values: variant.values.map(({ option: name, value }) => {
      return {
        option_id: optionId(name),
        value_id: valueId(
          offer.options.find((option) => option.name === name),
          value,
        ),
      }
    }),
    price: money(variant.price),
    list_price: money(variant.list_price),
    quantity: quantityOf(variant),
    ...(image !== null && { image }),
    weight_g: variant.grams,
  }
}

export function product(offer: Offer, publicUrl: string, now: Date) {
  const {
    price_min: _min,
    price_max: _max,
    image: _image,
    seller_id: _seller,
    ...shared
  } = summary(offer, publicUrl, now)
  const pictures = picturesOf(publicUrl, offer)
  const day = dayOf(now)
  return {
    ...shared,
    description: writeDescription(offer, pictures),
    images: pictures,
    product_link: `${publicUrl}/zopi/products/${offer.id}`,
    category_path: offer.good.kind.category.path,
    options: offer.options.map((one) => option(offer, one, publicUrl)),
    variants: variantsOf(offer, day).map((variant) => variantRow(offer, variant, publicUrl)),
    reviews_count: reviewsBy(offer, day),
    listings: Math.round(Math.sqrt(ordersBy(offer, day)) * 2),
    seller: seller(offer.seller, publicUrl),
    specifications: specificationsOf(offer),
    ship_from: offer.ship_from,
    ship_to: destinationsOf(offer),
    weight_g: offer.good.grams,
  }
}

export const review = (offer: Offer, one: Review, publicUrl: string) => ({
  review_id: `${offer.id}-R${one.number}`,
  rating: one.rating,
  text: one.text,
  name: one.name,
  country_code: one.country,
  created_at: one.at.toISOString(),
  images: reviewPictures(publicUrl, offer, one),
  variant: one.bought,
})
