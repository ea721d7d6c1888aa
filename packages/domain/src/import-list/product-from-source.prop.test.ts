import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NormalProduct, NormalVariant } from '../catalog/normalise-product.ts'
import { checkProduct } from '../products/check-product.ts'
import { copyFromSource, type CopyHelp, type SourceCopy } from './product-from-source.ts'

const NAMES = ['Colour', 'Size', 'Ships From', 'Plug', 'Length', 'Style', 'Set', 'colour']
const WORDS = ['Red', 'red', ' RED', 'Blue', 'S', 'China', 'United States', '', 'x'.repeat(200)]
const picture = fc.option(fc.constantFrom('https://p.example/1.jpg', 'https://p.example/2.jpg'))
const anySource: fc.Arbitrary<SourceCopy> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 8 })
  .chain((names) => {
    const value = (name: string) =>
      fc.record({
        property_id: fc.constant(name),
        name: fc.constant(name),
        value_id: fc.constantFrom('1', '2'),
        value: fc.constantFrom(...WORDS),
        image: picture,
      })
    const variant: fc.Arbitrary<NormalVariant> = fc.record({
      sku_id: fc.uuid(),
      sku_attr: fc.string({ maxLength: 5 }),
      values: fc.tuple(...names.map(value)).chain((all) => fc.subarray(all)),
      price: fc.integer({ min: 0, max: 9999 }),
      list_price: fc.constant(null),
      quantity: fc.option(fc.nat(3)),
      image: picture,
      weight_g: fc.option(fc.nat(5_000_000)),
    })
    return fc.record({
      name: fc.oneof({ weight: 9, arbitrary: fc.string({ minLength: 1, maxLength: 400 }) }, fc.constantFrom('', '  ')),
      description: fc.string(),
      images: fc.array(fc.constantFrom('https://p.example/1.jpg', 'https://p.example/3.jpg'), { maxLength: 4 }),
      options: fc.constant(
        names.map((name) => ({
          name,
          values: WORDS.map((word, id) => ({
            id: String(id),
            value: word,
            image: null,
            countryCode: word === 'China' ? 'CN' : word === 'United States' ? 'US' : null,
          })),
        })),
      ),
      variants: fc.array(variant, { maxLength: 8 }),
      price_min: fc.nat(5000),
      shipping_cost: fc.option(fc.nat(900)),
      specifications: fc.array(fc.record({ name: fc.constantFrom('Brand', 'Size'), value: fc.string() }), {
        maxLength: 2,
      }),
    })
  })
const help = (over: Partial<CopyHelp> = {}): CopyHelp => {
  let count = 0
  return {
    newId: () => `id${count++}`,
    ships_from: null,
    priceOf: (cost, shipping) => ({ price: cost * 2 + (shipping ?? 0), compare_at_price: null }),
    defaults: {
      tags: ['new'],
      vendor: '',
      product_type: 'Lamps',
      allow_sell_out_of_stock: true,
      strip_supplier_links: true,
      remove_brand_words: [],
    },
    ...over,
  }
}
const value = (name: string, text: string, image: string | null = null) => ({
  property_id: name,
  name,
  value_id: text,
  value: text,
  image,
})
const variant = (
  sku_id: string,
  values: NormalVariant['values'],
  over: Partial<NormalVariant> = {},
): NormalVariant => ({
  sku_id,
  sku_attr: '',
  values,
  price: 1000,
  list_price: null,
  quantity: 5,
  image: null,
  weight_g: null,
  ...over,
})
const option = (name: string, values: (string | [string, string])[]): NormalProduct['options'][number] => ({
  name,
  values: values.map((one) =>
    typeof one === 'string'
      ? { id: one, value: one, image: null, countryCode: null }
      : { id: one[0], value: one[0], image: null, countryCode: one[1] },
  ),
})
const source = (over: Partial<SourceCopy> = {}): SourceCopy => ({
  name: 'Lamp',
  description: '<p>Bright</p>',
  images: ['https://p.example/1.jpg'],
  options: [],
  variants: [variant('a', [])],
  price_min: 1000,
  shipping_cost: 300,
  specifications: [{ name: 'Brand Name', value: 'Lumora' }],
  ...over,
})
const copied = (given: SourceCopy, over: Partial<CopyHelp> = {}) => {
  const made = copyFromSource(given, help(over))
  if (!made.ok) throw new Error(made.reason)
  return made.value
}

test('whatever a supplier sends is refused or becomes a sound product, each variant bought as something that can be bought', () => {
  fc.assert(
    fc.property(anySource, fc.option(fc.constantFrom('CN', 'US', 'DE')), (given, ships_from) => {
      const made = copyFromSource(given, help({ ships_from }))
      const buyable = given.variants.filter(({ price, quantity }) => price > 0 && quantity !== 0)
      expect(made.ok).toBe(
        given.name.trim() !== '' && (given.variants.length === 0 ? given.price_min > 0 : buyable.length > 0),
      )
      if (!made.ok) return
      const { product, links, notes } = made.value
      expect(checkProduct(product)).toEqual([])
      expect(product.options.some(({ name }) => /^ships?\s*from$/i.test(name))).toBe(false)
      expect(links.map(({ variant_id }) => variant_id)).toEqual(product.variants.map(({ variant_id }) => variant_id))
      const skus = new Set(buyable.map(({ sku_id }) => sku_id))
      for (const { sku_id, cost } of links)
        expect(given.variants.length === 0 ? cost === given.price_min : skus.has(sku_id)).toBe(true)
      for (const [at, { values }] of product.options.entries())
        for (const one of values)
          expect(product.variants.some(({ option_values }) => option_values[at] === one)).toBe(true)
      expect(notes.includes('no_image')).toBe(product.images.length === 0)
      expect(
        product.variants.every(({ price }, at) => price === (links[at]?.cost ?? 0) * 2 + (given.shipping_cost ?? 0)),
      ).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('one warehouse is taken, the one asked for or the fullest, and no buyer sees it', () => {
  const given = source({
    options: [
      option('Colour', ['Red', 'Blue']),
      option('Ships From', [
        ['China', 'CN'],
        ['United States', 'US'],
      ]),
    ],
    variants: [
      variant('1', [value('Colour', 'Red'), value('Ships From', 'China')]),
      variant('2', [value('Colour', 'Blue'), value('Ships From', 'China')]),
      variant('3', [value('Colour', 'Red'), value('Ships From', 'United States')]),
    ],
  })
  const skus = (ships_from: string | null) => {
    const { links, ships_from: from, notes, product } = copied(given, { ships_from })
    return [
      links.map(({ sku_id }) => sku_id).join(),
      from,
      notes.join(),
      product.options.map(({ name }) => name).join(),
    ]
  }
  expect(skus(null)).toEqual(['1,2', 'CN', 'one_warehouse', 'Colour'])
  expect(skus('US')).toEqual(['3', 'US', 'one_warehouse', 'Colour'])
  expect(skus('DE')).toEqual(['1,2', 'CN', 'one_warehouse,warehouse_not_offered', 'Colour'])
})

test('the oddities of suppliers, one by one', () => {
  expect(copied(source()).product).toMatchObject({
    title: 'Lamp',
    handle: 'lamp',
    vendor: 'Lumora',
    product_type: 'Lamps',
    tags: ['new'],
    options: [],
    variants: [{ option_values: [], sku: 'a', price: 2300, sell_out_of_stock: true, enabled: true }],
  })
  const doubled = copied(
    source({
      options: [option('Colour', ['Red', 'red', 'Blue'])],
      variants: [
        variant('1', [value('Colour', 'Red')]),
        variant('2', [value('Colour', ' red')]),
        variant('3', [value('Colour', 'Blue')]),
        variant('4', [value('Colour', 'Green')], { quantity: 0 }),
      ],
    }),
  )
  expect(doubled.product.options).toEqual([{ name: 'Colour', values: ['Red', 'Blue'] }])
  expect(doubled.links.map(({ sku_id, sku_name }) => [sku_id, sku_name])).toEqual([
    ['1', 'Red'],
    ['3', 'Blue'],
  ])
  expect(doubled.notes).toEqual(['unbuyable_variants_dropped', 'duplicate_variants_merged'])
  expect(copied(source({ variants: [], images: [] }))).toMatchObject({
    notes: ['single_price', 'no_image'],
    links: [{ sku_id: '', cost: 1000, quantity: null }],
  })
  expect(copyFromSource(source({ variants: [variant('1', [], { quantity: 0 })] }), help())).toEqual({
    ok: false,
    reason: 'no_variants',
  })
  expect(copyFromSource(source({ variants: [variant('1', [], { price: 0 })] }), help())).toEqual({
    ok: false,
    reason: 'no_price',
  })
  expect(copyFromSource(source({ variants: [], price_min: 0 }), help())).toEqual({ ok: false, reason: 'no_price' })
  expect(copyFromSource(source({ name: ' ' }), help())).toEqual({ ok: false, reason: 'no_title' })
  expect(copied(source(), { priceOf: () => null })).toMatchObject({
    notes: ['not_priced'],
    product: { variants: [{ price: 0, compare_at_price: null }] },
  })
  const branded = { ...help().defaults, vendor: 'Mine', remove_brand_words: ['Acme'] }
  expect(
    copied(source({ name: 'ACME  lamp', description: '<a href="https://s.example">Acme shop</a>' }), {
      defaults: branded,
    }).product,
  ).toMatchObject({ title: 'lamp', vendor: 'Mine', description: ' shop' })
  expect(copied(source({ name: 'Acme' }), { defaults: branded }).product.title).toBe('Acme')
})

test("a picture of its own becomes the variant's, and 2,048 variants are the most", () => {
  const made = copied(
    source({
      options: [option('Colour', ['Red', 'Blue'])],
      variants: [
        variant('1', [value('Colour', 'Red', 'https://p.example/red.jpg')]),
        variant('2', [value('Colour', 'Blue')], { image: 'https://p.example/1.jpg' }),
      ],
    }),
  ).product
  expect(made.images.map(({ url }) => url)).toEqual(['https://p.example/1.jpg', 'https://p.example/red.jpg'])
  expect(made.variants.map(({ image_id }) => made.images.find((image) => image.image_id === image_id)?.url)).toEqual([
    'https://p.example/red.jpg',
    'https://p.example/1.jpg',
  ])
  const names = Array.from({ length: 2100 }, (_, at) => `n${at}`)
  const many = copied(
    source({
      options: [option('Number', names)],
      variants: names.map((name) => variant(name, [value('Number', name)])),
    }),
  )
  expect([many.product.variants.length, many.product.options[0]?.values.length, many.notes]).toEqual([
    2048,
    2048,
    ['variants_cut'],
  ])
  const six = ['A', 'B', 'C', 'D', 'E', 'F']
  expect(
    copied(
      source({
        options: six.map((name) => option(name, ['1'])),
        variants: [
          variant(
            '1',
            six.map((name) => value(name, '1')),
          ),
        ],
      }),
    ),
  ).toMatchObject({
    notes: ['options_joined'],
    product: {
      options: [{ name: 'A' }, { name: 'B' }, { name: 'C' }, { name: 'D' }, { name: 'E / F', values: ['1 / 1'] }],
    },
  })
})
