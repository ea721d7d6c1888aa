/** What becomes of each field of a supplier's product. That it is always a sound one is a property. */
import { expect, test } from 'vitest'
import type { NormalVariant } from '../catalog/normalise-product.ts'
import { copyFromSource, type CopyHelp, type SourceCopy } from './product-from-source.ts'
import { removeWords } from './source-text.ts'

const value = (name: string, value_id: string, image: string | null = null) => ({
  property_id: name,
  name,
  value_id,
  value: value_id,
  image,
})
const variant = (more: Partial<NormalVariant> = {}): NormalVariant => ({
  sku_id: 'sku1',
  sku_attr: '14:1',
  values: [value('Colour', 'Red'), value('Size', 'L')],
  price: 1_000,
  list_price: null,
  quantity: 5,
  image: null,
  weight_g: 350,
  ...more,
})
const option = (name: string, ...values: [string, string | null][]) => ({
  name,
  values: values.map(([id, image]) => ({ id, value: id, image, countryCode: null })),
})
const source = (more: Partial<SourceCopy> = {}): SourceCopy => ({
  name: ' Desk \t lamp ',
  description: '<p>Bright</p>',
  images: ['https://p.test/1.jpg'],
  options: [option('Colour', ['Red', null]), option('Size', ['L', null])],
  variants: [variant()],
  price_min: 1_000,
  shipping_cost: 300,
  specifications: [{ name: 'Brand', value: ' Lumora  Light ' }],
  ...more,
})
const defaults: CopyHelp['defaults'] = {
  tags: ['new'],
  vendor: '',
  product_type: 'Lamps',
  allow_sell_out_of_stock: true,
  strip_supplier_links: true,
  remove_brand_words: [],
}
const copy = (
  more: Partial<SourceCopy> = {},
  own: Partial<CopyHelp['defaults']> = {},
  help: Partial<CopyHelp> = {},
) => {
  let ids = 0
  const made = copyFromSource(source(more), {
    newId: () => `id${++ids}`,
    ships_from: null,
    priceOf: (cost, shipping) => ({ price: cost * 2 + (shipping ?? 0), compare_at_price: cost * 3 }),
    defaults: { ...defaults, ...own },
    ...help,
  })
  if (!made.ok) throw new Error(made.reason)
  return made.value
}

test('every field, and what each variant is bought as', () => {
  expect(copy()).toEqual({
    product: {
      title: 'Desk lamp',
      description: '<p>Bright</p>',
      vendor: 'Lumora Light',
      product_type: 'Lamps',
      tags: ['new'],
      collections: [],
      handle: 'desk-lamp',
      seo_title: '',
      seo_description: '',
      images: [{ image_id: 'id1', url: 'https://p.test/1.jpg', alt: '', origin_url: 'https://p.test/1.jpg' }],
      options: [
        { name: 'Colour', values: ['Red'] },
        { name: 'Size', values: ['L'] },
      ],
      variants: [
        {
          variant_id: 'id2',
          position: 0,
          option_values: ['Red', 'L'],
          sku: 'sku1',
          barcode: '',
          price: 2_300,
          compare_at_price: 3_000,
          weight_g: 350,
          image_id: null,
          sell_out_of_stock: true,
          enabled: true,
        },
      ],
    },
    links: [{ variant_id: 'id2', sku_id: 'sku1', sku_attr: '14:1', sku_name: 'Red / L', cost: 1_000, quantity: 5 }],
    ships_from: null,
    notes: [],
  })
})

test('a variant has its own picture, else that of one of its values, else that of the option it chose', () => {
  const pictureOf = (more: Partial<SourceCopy>) => {
    const { images, variants } = copy(more).product
    return images.find(({ image_id }) => image_id === variants[0]?.image_id)?.url
  }
  const own = 'https://p.test/own.jpg'
  const ofValue = [value('Colour', 'Red'), value('Size', 'L', 'https://p.test/l.jpg')]
  const options = [
    option('Size', ['S', 'https://p.test/s.jpg'], ['L', null]),
    option('Colour', ['Blue', 'https://p.test/blue.jpg'], ['Red', 'https://p.test/red.jpg']),
  ]
  expect(pictureOf({ variants: [variant({ image: own, values: ofValue })], options })).toBe(own)
  expect(pictureOf({ variants: [variant({ values: ofValue })], options })).toBe('https://p.test/l.jpg')
  expect(pictureOf({ options })).toBe('https://p.test/red.jpg')
  expect(pictureOf({})).toBeUndefined()
  // An option with the same value under another name is not its own.
  const other = [option('Lining', ['Red', 'https://p.test/no.jpg']), option('Colour', ['Red', null])]
  expect(pictureOf({ options: other })).toBeUndefined()
})

test('pictures are kept once, without empty addresses, up to the most', () => {
  const urls = Array.from({ length: 300 }, (_, at) => `https://p.test/${at}.jpg`)
  const { images } = copy({ images: ['', ...urls, ...urls] }).product
  expect([images.length, images[0]?.url, new Set(images.map(({ url }) => url)).size]).toEqual([250, urls[0], 250])
  expect(copy({ images: [''] }).notes).toEqual(['no_image'])
})

test('texts that are too long are cut, and it is said', () => {
  const long = copy({
    name: `${'x'.repeat(254)} y z`,
    description: 'd'.repeat(200_001),
    specifications: [{ name: 'Brand', value: 's'.repeat(300) }],
  })
  expect(long.product.title).toBe('x'.repeat(254))
  expect([long.product.description.length, long.product.vendor.length]).toEqual([200_000, 255])
  expect(long.notes).toEqual(['title_cut', 'description_cut'])
  expect(copy({ name: 'x'.repeat(255), description: 'd'.repeat(200_000) }).notes).toEqual([])
  expect(copy({ variants: [variant({ sku_id: 'k'.repeat(300) })] }).product.variants[0]?.sku).toHaveLength(255)
})

test('a weight is a whole number within bounds, or not known', () => {
  const weigh = (weight_g: number | null) => copy({ variants: [variant({ weight_g })] }).product.variants[0]?.weight_g
  expect([null, -5, 12.6, 2_000_000].map(weigh)).toEqual([null, 0, 13, 1_000_000])
})

test('what the rule gives no price for costs nothing yet, and it is said, also of one among many', () => {
  const two = [variant(), variant({ sku_id: 'sku2', price: 50, values: [value('Colour', 'Blue'), value('Size', 'L')] })]
  const priceOf: CopyHelp['priceOf'] = (cost) => (cost < 100 ? null : { price: cost, compare_at_price: null })
  const made = copy({ variants: two }, {}, { priceOf })
  expect(made.product.variants.map(({ price }) => price)).toEqual([1_000, 0])
  expect(made.notes).toEqual(['not_priced'])
})

test("the seller's own vendor and words come first; a title of nothing but a brand stays", () => {
  expect(copy({}, { vendor: 'Northwind' }).product.vendor).toBe('Northwind')
  expect(copy({}, { remove_brand_words: ['lumora'] }).product.vendor).toBe('Light')
  expect(copy({ specifications: [] }).product.vendor).toBe('')
  const words = { remove_brand_words: ['desk'] }
  expect(copy({ description: 'Desk <b>desk</b>' }, words).product).toMatchObject({
    title: 'lamp',
    description: ' <b></b>',
  })
  expect(copy({ name: 'Desk' }, words).product.title).toBe('Desk')
  expect(copy({}, { allow_sell_out_of_stock: false }).product.variants[0]?.sell_out_of_stock).toBe(false)
  const linked = '<a href="x">lamp</a>'
  expect(copy({ description: linked }).product.description).toBe('lamp')
  expect(copy({ description: linked }, { strip_supplier_links: false }).product.description).toBe(linked)
})

test('a product without variants is one thing at its lowest price', () => {
  const made = copy({ variants: [], options: [], price_min: 700 })
  expect(made.links).toMatchObject([{ sku_id: '', sku_attr: '', sku_name: '', cost: 700, quantity: null }])
  expect(made.product.variants).toMatchObject([{ sku: '', weight_g: null, option_values: [] }])
  expect(made.notes).toEqual(['single_price'])
})

test('longer words are taken first, blanks around them do not matter, and empty ones are none', () => {
  expect(removeWords('C++ and C', ['c', ' C++ '])).toBe(' and ')
  expect(removeWords('a b', ['', ' '])).toBe('a b')
})
