/** What a store sells, as a product of ours: its own texts, pictures, prices and variants. */
import type { RemoteListing } from '../channels/document.ts'
import { MAX_IMAGES } from '../galleries/upload-rules.ts'
import { handleOf } from '../products/handle.ts'
import {
  MAX_DESCRIPTION,
  MAX_OPTIONS,
  MAX_TAG,
  MAX_TAGS,
  MAX_TITLE,
  MAX_VARIANTS,
  MAX_WEIGHT_G,
  type Product,
} from '../products/product.ts'
import { no, ok, type Result } from '../result.ts'

export interface StoreCopy {
  product: Product
  /** Our variant -> the store's. */
  remote_variant_ids: Map<string, string>
}

/** `too_large`: more than a product of ours can hold. */
export function productFromStore(
  remote: RemoteListing,
  newId: () => string,
  clean: (html: string) => string,
): Result<StoreCopy, 'no_variants' | 'too_large'> {
  if (remote.variants.length === 0) return no('no_variants')
  if (remote.variants.length > MAX_VARIANTS || remote.options.length > MAX_OPTIONS) return no('too_large')
  const title = remote.title.trim().slice(0, MAX_TITLE) || remote.remote_id
  const images = remote.pictures
    .filter(({ url }) => url !== '')
    .slice(0, MAX_IMAGES)
    .map(({ remote_picture_id, url, alt }) => ({
      remote_picture_id,
      image: { image_id: newId(), url, alt, origin_url: null },
    }))
  const imageOf = new Map(images.map(({ remote_picture_id, image }) => [remote_picture_id, image.image_id]))
  const remote_variant_ids = new Map<string, string>()
  const variants = remote.variants.map((variant, position) => {
    const variant_id = newId()
    remote_variant_ids.set(variant_id, variant.remote_variant_id)
    return {
      variant_id,
      position,
      option_values: variant.option_values,
      sku: variant.sku.slice(0, MAX_TAG),
      barcode: variant.barcode.slice(0, 64),
      price: Math.max(0, variant.price),
      compare_at_price: variant.compare_at_price,
      weight_g: variant.weight_g === null ? null : Math.min(MAX_WEIGHT_G, Math.max(0, Math.round(variant.weight_g))),
      image_id: imageOf.get(variant.remote_picture_id ?? '') ?? null,
      sell_out_of_stock: variant.sell_out_of_stock,
      enabled: true,
    }
  })
  return ok({
    remote_variant_ids,
    product: {
      title,
      description: clean(remote.description).slice(0, MAX_DESCRIPTION),
      vendor: remote.vendor.slice(0, MAX_TAG),
      product_type: remote.product_type.slice(0, MAX_TAG),
      tags: remote.tags
        .map((tag) => tag.trim().slice(0, MAX_TAG))
        .filter(Boolean)
        .slice(0, MAX_TAGS),
      collections: [],
      handle: handleOf(title),
      seo_title: remote.seo_title.slice(0, MAX_TAG),
      seo_description: remote.seo_description.slice(0, 1000),
      images: images.map(({ image }) => image),
      options: remote.options.map(({ name, values }) => ({ name, values })),
      variants,
    },
  })
}
