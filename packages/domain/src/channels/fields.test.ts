import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListingDocument, ListingVariant, RemoteListing } from './document.ts'
import { equalValue, fieldsOfDocument, fieldsOfRemote, placeOf, plainText, variantField, variantKey } from './fields.ts'

const VARIANT: ListingVariant = {
  option_values: ['Dark  Red', 'L/XL'],
  sku: ' S-1 ',
  barcode: ' 40 ',
  price: 1990,
  compare_at_price: 2500,
  quantity: 7,
  sell_out_of_stock: true,
  weight_g: 120,
  picture_key: 'k2',
}
const DOCUMENT: ListingDocument = {
  title: '  Cafe\u0301   table ',
  description: '<p>One</p>\n  <p>two  words</p> ',
  vendor: ' Acme\tLtd ',
  product_type: ' Tables ',
  tags: ['b ', 'a', 'b'],
  seo_title: ' Table ',
  seo_description: ' A  table ',
  status: 'draft',
  options: [
    { name: ' Colour ', values: ['Dark  Red', 'Blue'] },
    { name: 'Size', values: ['L/XL'] },
  ],
  pictures: [
    { picture_key: 'k1', url: 'https://x/1', alt: '' },
    { picture_key: 'k2', url: 'https://x/2', alt: '' },
  ],
  variants: [VARIANT],
}
const { picture_key: _, ...PLAIN } = VARIANT
const picture = (remote_picture_id: string) => ({ remote_picture_id, url: '', file_name: null, alt: '' })
const REMOTE: RemoteListing = {
  ...DOCUMENT,
  remote_id: '1',
  key: 'om1',
  version: '2026-01-01T00:00:00Z',
  url: 'https://shop/x',
  tags: ['mine', 'b', 'a'],
  pictures: [picture('r0'), picture('r2'), picture('r1')],
  variants: [{ ...PLAIN, remote_variant_id: 'v1', inventory_id: null, remote_picture_id: 'r2' }],
}
const KEY = 'dark%20red/l%2Fxl'
const of = (name: Parameters<typeof variantField>[1]) => `v|${KEY}|${name}`
const OWN_FIELDS = {
  title: 'Café table',
  description: '<p>One</p><p>two words</p>',
  vendor: 'Acme Ltd',
  product_type: 'Tables',
  seo_title: 'Table',
  seo_description: 'A table',
  status: 'draft',
  options: ['Colour: Dark Red / Blue', 'Size: L/XL'],
  tags: ['a', 'b'],
  [of('exists')]: true,
  [of('sku')]: 'S-1',
  [of('barcode')]: '40',
  [of('weight_g')]: 120,
  [of('picture')]: 'k2',
  [of('price')]: 1990,
  [of('compare_at_price')]: 2500,
  [of('quantity')]: 7,
  [of('sell_out_of_stock')]: true,
}

describe('fields of a listing', () => {
  test('what is wanted, in one form', () => {
    expect(fieldsOfDocument(DOCUMENT)).toEqual({ ...OWN_FIELDS, pictures: ['k1', 'k2'] })
  })

  test('what the store shows, without the tags and pictures that were added there', () => {
    const shown = fieldsOfRemote(REMOTE, { picture_keys: { r1: 'k1', r2: 'k2' }, tags: new Set(['a', 'b']) })
    expect(shown).toEqual({ ...OWN_FIELDS, pictures: ['k2', 'k1'], published: true })
  })

  test('no picture of ours, and nowhere to be bought', () => {
    const variants = REMOTE.variants.map((variant) => ({ ...variant, remote_picture_id: null }))
    const remote = {
      ...REMOTE,
      url: null,
      variants: [...variants, ...REMOTE.variants.map((one) => ({ ...one, option_values: ['x'] }))],
    }
    const shown = fieldsOfRemote(remote, { picture_keys: {}, tags: new Set() })
    expect(shown).toMatchObject({
      published: false,
      pictures: [],
      tags: [],
      [of('picture')]: null,
      'v|x|picture': null,
    })
  })
})

describe('names of fields', () => {
  test.each([
    ['title', 'content'],
    ['description', 'content'],
    ['vendor', 'content'],
    ['product_type', 'content'],
    ['tags', 'content'],
    ['seo_title', 'content'],
    ['seo_description', 'content'],
    ['status', 'status'],
    ['published', 'status'],
    ['options', 'structure'],
    ['pictures', 'media'],
  ])('%s is of the lane %s', (field, lane) => {
    expect(placeOf(field)).toEqual({ lane, name: field })
  })

  test.each([
    ['exists', 'structure'],
    ['sku', 'structure'],
    ['barcode', 'structure'],
    ['weight_g', 'structure'],
    ['picture', 'media'],
    ['price', 'price'],
    ['compare_at_price', 'price'],
    ['quantity', 'stock'],
    ['sell_out_of_stock', 'stock'],
  ] as const)('%s of a variant is of the lane %s', (name, lane) => {
    expect(placeOf(variantField('a/b', name))).toEqual({ lane, variant: 'a/b', name })
  })

  test.each(['colour', 'v|a', 'v|a|colour', 'w|a|price', 'price', 'v'])('%s is no field', (field) => {
    expect(() => placeOf(field)).toThrow(`no such field of a listing: ${field}`)
  })

  test('the key of a variant gives its option values back, and never holds a separator', () => {
    const values = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 3 })
    fc.assert(
      fc.property(values, (option_values) => {
        const key = variantKey(option_values)
        expect(key).not.toContain('|')
        const back = key === '' && option_values.length === 0 ? [] : key.split('/').map(decodeURIComponent)
        expect(back).toEqual(option_values.map((value) => plainText(value).toLowerCase()))
        expect(placeOf(variantField(key, 'price'))).toEqual({ lane: 'price', variant: key, name: 'price' })
      }),
    )
  })

  test('the key does not depend on case, spaces and the form of Unicode', () => {
    expect(variantKey([' Cafe\u0301  Noir', 'XL'])).toBe(variantKey(['café noir', 'xl']))
    expect(variantKey(['a/b'])).not.toBe(variantKey(['a', 'b']))
  })
})

test('values are equal when they read alike', () => {
  expect(equalValue(['a', 'b'], ['a', 'b'])).toBe(true)
  expect(equalValue(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(equalValue(undefined, null)).toBe(true)
  expect(equalValue(null, undefined)).toBe(true)
  expect(equalValue(undefined, '')).toBe(false)
  expect(equalValue(1, '1')).toBe(false)
  expect(equalValue(0, null)).toBe(false)
})
