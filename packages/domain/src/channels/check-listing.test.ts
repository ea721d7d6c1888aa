import { expect, test } from 'vitest'
import { checkListing, type Finding, leadsElsewhere } from './check-listing.ts'
import type { ListingDocument, ListingVariant } from './document.ts'

const VARIANT: ListingVariant = {
  option_values: ['Red'],
  sku: 'A',
  barcode: '',
  price: 1000,
  compare_at_price: null,
  quantity: 3,
  sell_out_of_stock: false,
  weight_g: 200,
  picture_key: null,
}
const PICTURE = { picture_key: 'p', url: 'https://x/p.jpg', alt: '' }
const GOOD: ListingDocument = {
  title: 'Lamp',
  description: '',
  vendor: '',
  product_type: '',
  tags: [],
  seo_title: '',
  seo_description: '',
  status: 'active',
  options: [{ name: 'Colour', values: ['Red'] }],
  pictures: [PICTURE],
  variants: [VARIANT],
}
const many = <T>(length: number, one: (n: number) => T): T[] => Array.from({ length }, (_, n) => one(n))
const variants = (length: number) => many(length, (n) => ({ ...VARIANT, option_values: [String(n)] }))
const options = (length: number) => many(length, (n) => ({ name: String(n), values: [] }))

test('nothing is said about a listing that has everything', () => {
  expect(checkListing('shopify', GOOD)).toEqual([])
  expect(checkListing('woocommerce', GOOD)).toEqual([])
})

test.each<[string, Partial<ListingDocument>, Finding]>([
  ['no title', { title: ' \n' }, { severity: 'block', field: 'title', problem: 'no_title' }],
  ['no variants', { variants: [] }, { severity: 'block', field: 'variants', problem: 'no_variants' }],
  [
    'the same options twice',
    { variants: [VARIANT, { ...VARIANT, sku: 'B' }] },
    { severity: 'block', field: 'options', problem: 'options_twice' },
  ],
  [
    'one price of zero',
    {
      variants: [
        { ...VARIANT, option_values: ['Blue'] },
        { ...VARIANT, price: 0 },
      ],
    },
    { severity: 'block', field: 'price', problem: 'price_missing' },
  ],
  ['no pictures', { pictures: [] }, { severity: 'warn', field: 'pictures', problem: 'no_pictures' }],
  [
    'one stock that is not known',
    {
      variants: [
        { ...VARIANT, option_values: ['Blue'] },
        { ...VARIANT, quantity: null },
      ],
    },
    { severity: 'warn', field: 'stock', problem: 'stock_unknown' },
  ],
  [
    'one weight that is not known',
    {
      variants: [
        { ...VARIANT, option_values: ['Blue'] },
        { ...VARIANT, weight_g: null },
      ],
    },
    { severity: 'warn', field: 'weight', problem: 'weight_unknown' },
  ],
])('%s', (_name, change, finding) => {
  expect(checkListing('shopify', { ...GOOD, ...change })).toEqual([finding])
})

test('a stock of zero is a known stock', () => {
  expect(checkListing('shopify', { ...GOOD, variants: [{ ...VARIANT, quantity: 0 }] })).toEqual([])
})

type Sized = [
  channel: 'shopify' | 'woocommerce',
  (length: number) => Partial<ListingDocument>,
  Finding & { limit: number },
]
const titles = (length: number) => ({ title: 'x'.repeat(length) })
const blocked = (field: Finding['field'], problem: Finding['problem'], limit: number): Sized[2] => ({
  severity: 'block',
  field,
  problem,
  limit,
})
test.each<Sized>([
  ['shopify', titles, blocked('title', 'title_too_long', 255)],
  ['shopify', (n) => ({ variants: variants(n) }), blocked('variants', 'too_many_variants', 2048)],
  ['shopify', (n) => ({ options: options(n) }), blocked('options', 'too_many_options', 3)],
  ['shopify', (n) => ({ pictures: many(n, () => PICTURE) }), blocked('pictures', 'too_many_pictures', 250)],
  ['woocommerce', titles, blocked('title', 'title_too_long', 255)],
  ['woocommerce', (n) => ({ variants: variants(n) }), blocked('variants', 'too_many_variants', 1000)],
  ['woocommerce', (n) => ({ options: options(n) }), blocked('options', 'too_many_options', 5)],
  ['woocommerce', (n) => ({ pictures: many(n, () => PICTURE) }), blocked('pictures', 'too_many_pictures', 250)],
])('%s: as many as are allowed, and one more', (channel, make, finding) => {
  expect(checkListing(channel, { ...GOOD, ...make(finding.limit) })).toEqual([])
  expect(checkListing(channel, { ...GOOD, ...make(finding.limit + 1) })).toEqual([finding])
})

test.each(['facebook', 'google'] as const)('%s wants a text, a picture and a page to lead to', (channel) => {
  const good = { ...GOOD, description: '<p>A lamp.</p>', vendor: 'Acme', link: 'https://shop.test/lamp' }
  expect(checkListing(channel, good)).toEqual([])
  const { link: _, ...without } = good
  const problems = checkListing(channel, { ...without, description: '<p> </p>', vendor: '', pictures: [] })
  expect(problems.map(({ severity, problem }) => `${severity} ${problem}`)).toEqual([
    'block no_description',
    'block no_page',
    'block no_pictures',
    'warn no_brand',
  ])
  const barcodes = [{ ...VARIANT, barcode: '4006381333931' }]
  expect(checkListing(channel, { ...good, vendor: '', variants: barcodes })).toEqual([])
  const limit = channel === 'facebook' ? 200 : 150
  expect(checkListing(channel, { ...good, title: 'x'.repeat(limit) })).toEqual([])
  expect(checkListing(channel, { ...good, title: 'x'.repeat(limit + 1) })).toMatchObject([
    { problem: 'title_too_long', limit },
  ])
  expect([leadsElsewhere(channel), leadsElsewhere('shopify')]).toEqual([true, false])
})

const TIKTOK_TITLE = 'A lamp for a desk, bright'
const tiktok = (change: Partial<ListingDocument>, country = 'US') =>
  checkListing('tiktok', { ...GOOD, title: TIKTOK_TITLE, ...change }, country)

test('TikTok Shop: a listing that has everything', () => {
  for (const country of ['US', 'GB', 'ID']) expect(tiktok({}, country)).toEqual([])
})

test.each<[string, Partial<ListingDocument>, string, Finding]>([
  [
    'too short there',
    { title: 'Lamp' },
    'ID',
    { severity: 'block', field: 'title', problem: 'title_too_short', limit: 25 },
  ],
  ['emoji', { title: `${TIKTOK_TITLE} 😀` }, 'US', { severity: 'block', field: 'title', problem: 'title_symbols' }],
  ['Chinese', { title: `${TIKTOK_TITLE} 灯` }, 'US', { severity: 'block', field: 'title', problem: 'title_symbols' }],
  [
    'an entity',
    { title: `${TIKTOK_TITLE} &amp; more` },
    'US',
    { severity: 'block', field: 'title', problem: 'title_symbols' },
  ],
  [
    'too long',
    { title: 'x'.repeat(256) },
    'US',
    { severity: 'block', field: 'title', problem: 'title_too_long', limit: 255 },
  ],
  ['no picture', { pictures: [] }, 'US', { severity: 'block', field: 'pictures', problem: 'no_pictures' }],
  [
    'ten pictures',
    { pictures: many(10, () => PICTURE) },
    'US',
    { severity: 'block', field: 'pictures', problem: 'too_many_pictures', limit: 9 },
  ],
  [
    'a hundred and one variants',
    { variants: variants(101) },
    'ID',
    { severity: 'block', field: 'variants', problem: 'too_many_variants', limit: 100 },
  ],
  [
    'a long name of an option',
    { options: [{ name: 'x'.repeat(21), values: [] }] },
    'US',
    { severity: 'block', field: 'options', problem: 'option_too_long', limit: 20 },
  ],
  [
    'a long value of an option',
    { options: [{ name: 'Colour', values: ['x'.repeat(51)] }] },
    'US',
    { severity: 'block', field: 'options', problem: 'option_too_long', limit: 50 },
  ],
  [
    'a weight that nobody knows',
    { variants: [{ ...VARIANT, weight_g: null }] },
    'US',
    { severity: 'warn', field: 'weight', problem: 'weight_default' },
  ],
  [
    'a stock that nobody knows',
    { variants: [{ ...VARIANT, quantity: null }] },
    'US',
    { severity: 'warn', field: 'stock', problem: 'stock_sold_out' },
  ],
])('TikTok Shop: %s', (_title, change, country, finding) => {
  expect(tiktok(change, country)).toEqual([finding])
})

test('TikTok Shop: what is too short or too many in one country is fine in another', () => {
  expect(tiktok({ title: 'Lamp' }, 'GB')).toEqual([])
  expect(tiktok({ variants: variants(101) }, 'US')).toEqual([])
})
