/** Products for property tests: always sound (check-product.ts finds nothing), otherwise as odd as they come. */
import fc from 'fast-check'
import type { Product, ProductImage, ProductOption, ProductVariant } from '../product.ts'

const WORDS = ['Red', 'blue', 'S', 'XL', '100 cm', 'été', '黒', 'A/B', '"quoted"', 'With, comma']
const NAMES = ['Colour', 'Size', 'Length', 'Plug', 'Größe']
const amount = fc.integer({ min: 0, max: 10_000_000 })
const text = fc.string({ maxLength: 20 }).map((made) => made.trim())

const options: fc.Arbitrary<ProductOption[]> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((values) => ({ name, values })),
      ),
    ),
  )

const anyImages: fc.Arbitrary<ProductImage[]> = fc
  .array(fc.record({ alt: text, origin_url: fc.option(fc.webUrl()) }), { maxLength: 4 })
  .map((list) =>
    list.map((one, index) => ({ ...one, image_id: `i${index}`, url: `https://pictures.example/${index}.jpg` })),
  )

const combinations = (list: readonly ProductOption[]): string[][] =>
  list.reduce<string[][]>((made, { values }) => made.flatMap((head) => values.map((value) => [...head, value])), [[]])

const variantFields = fc.record({
  sku: text,
  barcode: text,
  price: amount,
  compare_at_price: fc.option(amount),
  weight_g: fc.option(fc.nat(50_000)),
  sell_out_of_stock: fc.boolean(),
  enabled: fc.boolean(),
  image: fc.option(fc.nat()),
})

const variantsOf = (list: readonly ProductOption[], images: readonly ProductImage[]): fc.Arbitrary<ProductVariant[]> =>
  fc
    .shuffledSubarray(combinations(list), { minLength: 1, maxLength: Math.min(12, combinations(list).length) })
    .chain((rows) =>
      fc.tuple(
        ...rows.map((option_values, position) =>
          variantFields.map(({ image, ...fields }): ProductVariant => ({
            ...fields,
            variant_id: `v${position}`,
            position,
            option_values,
            image_id: image === null ? null : (images[image % Math.max(1, images.length)]?.image_id ?? null),
          })),
        ),
      ),
    )

export const anyProduct: fc.Arbitrary<Product> = fc
  .tuple(options, anyImages)
  .chain(([list, images]) =>
    fc.record({
      title: fc.string({ minLength: 1, maxLength: 60 }).map((made) => made.trim() || 'Lamp'),
      description: text,
      vendor: text,
      product_type: text,
      tags: fc.uniqueArray(fc.constantFrom('summer', 'Sale', 'new', 'gift'), { maxLength: 4 }),
      collections: fc.uniqueArray(fc.constantFrom('Home', 'Garden'), { maxLength: 2 }),
      handle: fc.constantFrom('lamp', 'table-lamp', ''),
      seo_title: text,
      seo_description: text,
      images: fc.constant(images),
      options: fc.constant(list),
      variants: variantsOf(list, images),
    }),
  )
