import { expect, test } from 'vitest'
import type { RemoteListing, RemoteVariant } from '../channels/document.ts'
import { productFromStore } from './product-from-store.ts'

const variant = (more: Partial<RemoteVariant> = {}): RemoteVariant => ({
  remote_variant_id: 'v1',
  inventory_id: null,
  remote_picture_id: null,
  option_values: ['Red'],
  sku: 'MUG-RED',
  barcode: '4006381333931',
  price: 1990,
  compare_at_price: 2490,
  quantity: 7,
  sell_out_of_stock: true,
  weight_g: 350,
  ...more,
})
const picture = (remote_picture_id: string, url = `https://shop.test/${remote_picture_id}.jpg`) => ({
  remote_picture_id,
  url,
  file_name: null,
  alt: `alt of ${remote_picture_id}`,
})
const listing = (more: Partial<RemoteListing> = {}): RemoteListing => ({
  remote_id: 'gid-7',
  key: null,
  version: '2026-11-16T00:00:00Z',
  url: null,
  title: ' Mug ',
  description: '<p>Warm</p>',
  vendor: 'Northwind',
  product_type: 'Kitchen',
  tags: ['tea'],
  seo_title: 'A mug',
  seo_description: 'Holds tea',
  status: 'active',
  options: [{ name: 'Color', values: ['Red'] }],
  pictures: [picture('p1')],
  variants: [variant()],
  ...more,
})
const copy = (more: Partial<RemoteListing> = {}) => {
  let ids = 0
  return productFromStore(
    listing(more),
    () => `id${++ids}`,
    (html) => html.toUpperCase(),
  )
}
const product = (more: Partial<RemoteListing> = {}) => {
  const made = copy(more)
  if (!made.ok) throw new Error(made.reason)
  return made.value.product
}

test('the copy says what the store says, and knows which variant there is which', () => {
  const made = copy({ variants: [variant({ remote_picture_id: 'p1' }), variant({ remote_variant_id: 'v2' })] })
  expect(made).toMatchObject({
    ok: true,
    value: {
      product: {
        title: 'Mug',
        description: '<P>WARM</P>',
        vendor: 'Northwind',
        product_type: 'Kitchen',
        tags: ['tea'],
        collections: [],
        handle: 'mug',
        seo_title: 'A mug',
        seo_description: 'Holds tea',
        images: [{ image_id: 'id1', url: 'https://shop.test/p1.jpg', alt: 'alt of p1', origin_url: null }],
        options: [{ name: 'Color', values: ['Red'] }],
        variants: [
          {
            variant_id: 'id2',
            position: 0,
            option_values: ['Red'],
            sku: 'MUG-RED',
            barcode: '4006381333931',
            price: 1990,
            compare_at_price: 2490,
            weight_g: 350,
            image_id: 'id1',
            sell_out_of_stock: true,
            enabled: true,
          },
          { variant_id: 'id3', position: 1, image_id: null },
        ],
      },
    },
  })
  expect(made.ok && [...made.value.remote_variant_ids]).toEqual([
    ['id2', 'v1'],
    ['id3', 'v2'],
  ])
})

test('a product without variants, or with more than one of ours can hold, is refused', () => {
  expect(copy({ variants: [] })).toEqual({ ok: false, reason: 'no_variants' })
  const many = (count: number) => Array.from({ length: count }, () => variant())
  expect(copy({ variants: many(2048) }).ok).toBe(true)
  expect(copy({ variants: many(2049) })).toEqual({ ok: false, reason: 'too_large' })
  const options = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `o${at}`, values: ['x'] }))
  expect(copy({ options: options(5) }).ok).toBe(true)
  expect(copy({ options: options(6) })).toEqual({ ok: false, reason: 'too_large' })
})

test('a product whose title is empty there is called by its number', () => {
  expect(product({ title: '   ' })).toMatchObject({ title: 'gid-7', handle: 'gid-7' })
})

test('texts that are too long are cut, and empty tags left out before tags are counted', () => {
  const long = 'x'.repeat(300_000)
  const cut = product({
    title: long,
    description: long,
    vendor: long,
    product_type: long,
    seo_title: long,
    seo_description: long,
    tags: ['  ', ` ${long}`, ' b ', ...Array.from({ length: 300 }, (_, at) => `t${at}`)],
    variants: [variant({ sku: long, barcode: long })],
  })
  expect([cut.title, cut.vendor, cut.product_type, cut.seo_title].map(({ length }) => length)).toEqual([
    255, 255, 255, 255,
  ])
  expect([cut.description.length, cut.seo_description.length]).toEqual([200_000, 1000])
  expect([cut.tags.length, cut.tags[0]?.length, cut.tags[1]]).toEqual([250, 255, 'b'])
  expect([cut.variants[0]?.sku.length, cut.variants[0]?.barcode.length]).toEqual([255, 64])
})

test('pictures without an address are not kept, nor those above the most', () => {
  const pictures = [picture('gone', ''), ...Array.from({ length: 300 }, (_, at) => picture(`p${at}`))]
  const kept = product({ pictures, variants: [variant({ remote_picture_id: 'gone' })] })
  expect([kept.images.length, kept.images[0]?.url]).toEqual([250, 'https://shop.test/p0.jpg'])
  expect(kept.variants[0]?.image_id).toBeNull()
})

test('a price is never below nothing, and a weight is a whole number within bounds or not known', () => {
  const weights = [null, -5, 12.6, 2_000_000].map((weight_g) => variant({ weight_g, price: -1 }))
  const made = product({ variants: weights }).variants
  expect(made.map(({ weight_g }) => weight_g)).toEqual([null, 0, 13, 1_000_000])
  expect(made.map(({ price }) => price)).toEqual([0, 0, 0, 0])
})
