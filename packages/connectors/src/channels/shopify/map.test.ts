import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { VendorError } from '../../vendor-error.ts'
import { shopUrl, storeAddress } from './app.ts'
import { smaller } from './client.ts'
import { joinLines } from './export.ts'
import { explainShopify, limitsIn, refusalOf } from './errors.ts'
import { MOST_POINTS, SET } from './documents.ts'
import { countNew, firstPart, toRemote, toSetInput, toUpdateInput, toVariantInputs } from './map.ts'
import { verifyCallback } from './oauth.ts'
import { ReadReply } from './schemas.ts'
import { topicName, topicOf, verify } from './webhooks.ts'

const app = { api_key: 'k', api_secret: 's', base_url: 'https://{shop}' }

test('a store is known by the address that a person typed', () => {
  for (const typed of [
    'my-shop',
    ' My-Shop ',
    'my-shop.myshopify.com',
    'my-shop.myshopify.com/admin',
    'https://my-shop.myshopify.com/admin',
    'http://my-shop.myshopify.com',
    'https://admin.shopify.com/store/my-shop',
    'admin.shopify.com/store/my-shop/products?x=1',
  ])
    expect([typed, storeAddress(typed)]).toEqual([typed, 'my-shop.myshopify.com'])
  for (const typed of [
    '',
    'my shop',
    'my-shop.com',
    'https://my-shop',
    'https://evil.com/my-shop.myshopify.com',
    'my-shop.myshopify.com.evil.com',
    'a.b.myshopify.com',
    '-shop',
    'user@my-shop.myshopify.com',
    'my-shop.myshopify.com:8443',
    'https://admin.shopify.com/store/',
    'https://admin.shopify.com/store/my-shop.evil.com',
    '../x',
  ])
    expect([typed, storeAddress(typed)]).toEqual([typed, null])
  expect(shopUrl(app, 'my-shop')).toBe('https://my-shop.myshopify.com')
  expect(() => shopUrl(app, 'evil.com')).toThrow('not the address')
})

test("a callback's query is believed by its signature alone", () => {
  const sign = (text: string) => createHmac('sha256', 'hush').update(text).digest('hex')
  const text = 'code=0907&host=YWRt&shop=some-shop.myshopify.com&state=a%20b%26c&timestamp=1337178173'
  const query = new URLSearchParams({
    timestamp: '1337178173',
    state: 'a b&c',
    shop: 'some-shop.myshopify.com',
    host: 'YWRt',
    code: '0907',
    hmac: sign(text),
    signature: 'of old',
  })
  expect(verifyCallback(query, 'hush')).toBe(true)
  for (const change of [
    ['code', '1'],
    ['hmac', ''],
    ['hmac', 'zz'],
    ['hmac', sign('x')],
    ['more', '1'],
  ] as const) {
    const other = new URLSearchParams(query)
    other.set(change[0], change[1])
    expect(verifyCallback(other, 'hush')).toBe(false)
  }
  expect(verifyCallback(new URLSearchParams(), 'hush')).toBe(false)
})

const product = {
  id: 'gid://shopify/Product/1',
  title: 'Mug',
  descriptionHtml: '<p>x</p>',
  vendor: 'V',
  productType: '',
  tags: ['b', 'a'],
  status: 'UNLISTED',
  updatedAt: '2026-11-01T10:00:00+02:00',
  onlineStoreUrl: null,
  hasOnlyDefaultVariant: true,
  seo: { title: null, description: 'd' },
  options: [{ name: 'Title', values: ['Default Title'] }],
  metafield: null,
  media: {
    nodes: [
      {
        id: 'gid://shopify/MediaImage/1',
        alt: null,
        status: 'READY',
        mediaErrors: [],
        image: { url: 'https://cdn.shopify.com/s/files/1/2/files/abc_d.jpg?v=1' },
      },
      {
        id: 'gid://shopify/MediaImage/2',
        alt: 'x',
        status: 'FAILED',
        mediaErrors: [{ code: 'IMAGE_DOWNLOAD_FAILURE', message: 'No such picture' }],
        image: null,
      },
      { id: 'gid://shopify/Video/3', alt: '', status: 'READY', mediaErrors: [] },
    ],
  },
  variants: {
    nodes: [
      {
        id: 'gid://shopify/ProductVariant/11',
        sku: null,
        barcode: null,
        price: '1200.00',
        compareAtPrice: null,
        inventoryPolicy: 'CONTINUE',
        inventoryQuantity: 9,
        selectedOptions: [{ name: 'Title', value: 'Default Title' }],
        media: { nodes: [] },
        inventoryItem: {
          id: 'gid://shopify/InventoryItem/21',
          tracked: true,
          measurement: { weight: { unit: 'POUNDS', value: 2 } },
          inventoryLevel: null,
        },
      },
    ],
    pageInfo: { hasNextPage: false, endCursor: null },
  },
}
const read = (more: object = {}) => {
  const [node] = ReadReply.parse({ nodes: [{ ...product, ...more }] }).nodes
  if (!node) throw new Error('a product')
  return node
}

test('a product of the store in our words', () => {
  const remote = toRemote(read(), 'JPY')
  expect(remote).toMatchObject({
    key: null,
    version: '2026-11-01T08:00:00.000Z',
    status: 'active',
    options: [],
    seo_title: '',
    seo_description: 'd',
  })
  expect(remote.variants[0]).toMatchObject({ option_values: [], price: 1200, quantity: 9, weight_g: 907, sku: '' })
  expect(remote.pictures.map(({ file_name, problem }) => [file_name, problem])).toEqual([
    ['abc_d.jpg', undefined],
    [null, 'No such picture'],
    [null, undefined],
  ])
  expect(toRemote(read({ status: 'ARCHIVED' }), 'USD')).toMatchObject({
    status: 'draft',
    variants: [{ price: 120_000 }],
  })
  const [untracked] = product.variants.nodes
  const item = { ...untracked?.inventoryItem, tracked: false, measurement: { weight: null } }
  const variants = { ...product.variants, nodes: [{ ...untracked, inventoryItem: item }] }
  expect(toRemote(read({ variants }), 'USD').variants[0]).toMatchObject({ quantity: null, weight_g: null })
  expect(ReadReply.parse({ nodes: [null, {}] }).nodes).toEqual([null, null])
  // One of another shape is there: nothing is believed of the reply.
  expect(ReadReply.safeParse({ nodes: [{ ...product, status: 'SOMETHING_NEW' }] }).success).toBe(false)
})

const place = { location_id: 'gid://shopify/Location/7', currency: 'USD' }
const picture = { picture_key: 'k1', url: 'https://omni.test/files/k1.webp?x=1', alt: 'A' }
const variant = {
  option_values: [],
  sku: 's',
  barcode: '',
  price: 1050,
  compare_at_price: null,
  quantity: null,
  sell_out_of_stock: false,
  weight_g: null,
  picture_key: 'k1',
}
const document = {
  title: 'Mug',
  description: '',
  vendor: '',
  product_type: '',
  tags: [],
  seo_title: '',
  seo_description: '',
  status: 'draft' as const,
  options: [],
  pictures: [picture],
  variants: [variant],
}

test('a new product: its key, pictures once, the name for no options, no stock where none is counted', () => {
  const file = { originalSource: picture.url, filename: 'k1.webp', alt: 'A', contentType: 'IMAGE' }
  const input = toSetInput({ key: 'om1', document, known_pictures: {} }, place)
  expect(input).toMatchObject({
    status: 'DRAFT',
    metafields: [{ key: 'listing_key', type: 'id', value: 'om1' }],
    files: [file],
    productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
    variants: [{ price: '10.50', compareAtPrice: null, file, inventoryItem: { tracked: false } }],
  })
  expect(input.variants[0]).not.toHaveProperty('inventoryQuantities')
  const known = toSetInput({ key: 'om1', document, known_pictures: { k1: 'gid://shopify/MediaImage/5' } }, place)
  expect([known.files, known.variants[0]?.file]).toEqual([
    [{ id: 'gid://shopify/MediaImage/5', alt: 'A' }],
    { id: 'gid://shopify/MediaImage/5', alt: 'A' },
  ])
})

const remote: RemoteListing = {
  ...toRemote(read({ hasOnlyDefaultVariant: false, options: [{ name: 'Size', values: ['Default Title'] }] }), 'USD'),
  pictures: [
    {
      remote_picture_id: 'gid://shopify/MediaImage/8',
      url: 'https://x.test/k1_9f.webp',
      file_name: 'k1_9f.webp',
      alt: '',
    },
  ],
}

test('an update sends what differs and no list that would delete', () => {
  expect(toUpdateInput({ remote, fields: { title: 'T' }, known_pictures: {} })).toEqual({ title: 'T' })
  // Both halves of the SEO are sent, or the other would be emptied.
  expect(
    toUpdateInput({ remote: { ...remote, seo_title: 'S' }, fields: { seo_description: 'x' }, known_pictures: {} }),
  ).toEqual({ seo: { title: 'S', description: 'x' } })
  // A picture whose reply was lost is found by the name of its file.
  expect(toUpdateInput({ remote, fields: { pictures: [picture] }, known_pictures: {} })).toEqual({
    files: [{ id: 'gid://shopify/MediaImage/8', alt: 'A' }],
  })
  expect(
    toUpdateInput({ remote, fields: { options: [{ name: 'Colour', values: ['Red'] }] }, known_pictures: {} }),
  ).toEqual({
    productOptions: [{ name: 'Colour', values: [{ name: 'Red' }, { name: 'Default Title' }] }],
    variants: [
      { id: 'gid://shopify/ProductVariant/11', optionValues: [{ optionName: 'Colour', name: 'Default Title' }] },
    ],
  })
})

test('a variant is changed by its own fields; whether it counts is one of them, the figure is not', () => {
  const fields = { sku: 'new', quantity: 4, picture_key: 'k1', weight_g: null }
  const { update, create } = toVariantInputs(
    {
      remote,
      create: [{ ...variant, option_values: ['XL'], quantity: 2 }],
      update: [{ remote_variant_id: 'v', fields }],
      remove: [],
      known_pictures: {},
    },
    place,
  )
  expect(update).toEqual([
    {
      id: 'v',
      inventoryItem: { sku: 'new', tracked: true, measurement: { weight: { unit: 'GRAMS', value: 0 } } },
      mediaId: 'gid://shopify/MediaImage/8',
    },
  ])
  expect(create[0]).toMatchObject({
    optionValues: [{ optionName: 'Size', name: 'XL' }],
    inventoryItem: { sku: 's', tracked: true },
    inventoryQuantities: [{ locationId: place.location_id, availableQuantity: 2 }],
  })
  expect(create[0]).not.toHaveProperty('sku')
})

test('errors: only what was said before anything ran means that nothing was done', () => {
  const cost = (currentlyAvailable: number) => ({
    cost: {
      requestedQueryCost: 30.8,
      actualQueryCost: null,
      throttleStatus: { maximumAvailable: 1000, currentlyAvailable, restoreRate: 100 },
    },
  })
  const errors = (code: string) => [{ message: 'm', extensions: { code } }]
  expect(explainShopify(200, { errors: errors('THROTTLED'), extensions: cost(10.8) })).toMatchObject({
    kind: 'rate_limited',
    nothing_done: true,
    retry_after_s: 0.2,
  })
  expect(explainShopify(200, { errors: errors('ACCESS_DENIED'), data: { productSet: null } })).toMatchObject({
    nothing_done: true,
  })
  expect(explainShopify(200, { errors: errors('ACCESS_DENIED'), data: { productSet: {} } })).not.toHaveProperty(
    'nothing_done',
  )
  expect(explainShopify(200, { errors: errors('INTERNAL_SERVER_ERROR') })).not.toHaveProperty('nothing_done')
  expect(explainShopify(200, { errors: [{ message: 'm' }] })).toMatchObject({ kind: 'unknown' })
  expect(explainShopify(401, { errors: '[API] Invalid API key or access token' })).toMatchObject({
    kind: 'auth_expired',
  })
  expect(explainShopify(403, { errors: 'Unavailable Shop' })).toMatchObject({
    kind: 'unavailable',
    code: 'SHOP_INACTIVE',
  })
  expect(explainShopify(400, { error: 'invalid_grant' })).toMatchObject({ kind: 'auth_expired' })
  expect(explainShopify(400, { error: 'invalid_request' })).toMatchObject({ kind: 'invalid' })
  expect(explainShopify(429, { errors: 'Exceeded 2 calls per second' })).toBeUndefined()
  expect(explainShopify(503, undefined)).toBeUndefined()
  expect(explainShopify(200, { data: {} })).toBeUndefined()
  expect(limitsIn({ data: {}, extensions: cost(7) })).toEqual({
    burst: 1000,
    per_second: 100,
    remaining: 7,
    given_back: 30.8,
  })
  expect(limitsIn(undefined)).toBeUndefined()
  expect(refusalOf({ message: 'Product does not exist', field: ['id'] })).toEqual({
    kind: 'not_found',
    code: 'PRODUCT_DOES_NOT_EXIST',
    message: 'id: Product does not exist',
  })
})

test('a webhook: long ids stay whole, and a message without an id of its own is none', () => {
  const raw = Buffer.from('{"id":788032119674292922}')
  const headers: Record<string, string> = {
    'x-shopify-hmac-sha256': createHmac('sha256', 'hush').update(raw).digest('base64'),
    'x-shopify-topic': 'products/delete',
    'x-shopify-webhook-id': 'd1',
  }
  const message = { raw, header: (name: string) => headers[name] }
  expect(verify(message, 'hush')).toEqual({
    delivery_id: 'd1',
    topic: 'products/delete',
    what: 'product',
    remote_id: 'gid://shopify/Product/788032119674292922',
    happened_at: null,
  })
  expect(verify(message, 'other')).toBeNull()
  expect(verify({ raw, header: () => undefined }, 'hush')).toBeNull()
  delete headers['x-shopify-webhook-id']
  expect(verify(message, 'hush')).toBeNull()
  expect(topicOf(topicName('inventory_levels/update'))).toBe('inventory_levels/update')
})

test('a query that is too dear is made smaller until it fits; any other error is told', async () => {
  const sizes: number[] = []
  const dear = new VendorError('shopify', 'invalid', 'too dear', undefined, 'MAX_COST_EXCEEDED')
  const fits = (most: number) => async (size: number) => {
    sizes.push(size)
    if (size > most) throw dear
    return size
  }
  expect(await smaller(15, fits(3))).toBe(2)
  expect(sizes).toEqual([15, 8, 4, 2])
  await expect(smaller(15, fits(0))).rejects.toBe(dear)
  const other = new VendorError('shopify', 'unavailable', 'down')
  await expect(smaller(15, () => Promise.reject(other))).rejects.toBe(other)
})

test('the lines of an export are the products that a read shows, wherever the children stand', () => {
  const { media, variants, ...own } = product
  const [variant] = variants.nodes
  const { media: _none, ...variantLine } = { media: null, ...variant, id: variant?.id ?? '' }
  const picture = media.nodes[0]?.id ?? ''
  const another = { ...own, id: 'gid://shopify/Product/2', title: 'Cup' }
  const lines = [
    own,
    another,
    { ...variantLine, id: 'gid://shopify/ProductVariant/12', __parentId: another.id },
    { ...variantLine, __parentId: own.id },
    { id: picture, __parentId: variantLine.id },
    ...media.nodes.map((node) => ({ ...node, __parentId: own.id })),
  ]
  const [mug, cup] = joinLines(lines, 'JPY')
  const alone = toRemote(read(), 'JPY')
  expect(mug).toEqual({ ...alone, variants: [{ ...alone.variants[0], remote_picture_id: picture }] })
  expect(cup).toMatchObject({ remote_id: another.id, title: 'Cup', pictures: [] })
  expect(cup?.variants.map(({ remote_variant_id }) => remote_variant_id)).toEqual(['gid://shopify/ProductVariant/12'])
  expect(() => joinLines([{ id: own.id }], 'JPY')).toThrow('not as agreed')
})

test('of a product that is too dear for one request, as many variants are made as fit', () => {
  const variant = (n: number) => ({
    option_values: [`v${n}`],
    sku: '',
    barcode: '',
    price: 1,
    compare_at_price: null,
    quantity: null,
    sell_out_of_stock: false,
    weight_g: null,
    picture_key: `p${n % 10}`,
  })
  const pictures = Array.from({ length: 10 }, (_, n) => ({
    picture_key: `p${n}`,
    url: 'https://x.test/a.jpg',
    alt: '',
  }))
  const listing = (count: number) => ({
    key: 'k',
    known_pictures: {},
    document: {
      title: '',
      description: '',
      vendor: '',
      product_type: '',
      tags: [],
      seo_title: '',
      seo_description: '',
      status: 'active' as const,
      options: [{ name: 'A', values: [] }],
      pictures,
      variants: Array.from({ length: count }, (_, n) => variant(n)),
    },
  })
  const costOf = (made: ReturnType<typeof firstPart>) => SET.cost(countNew(made, made.document.variants))
  const small = listing(100)
  expect(firstPart(small)).toBe(small)
  const part = firstPart(listing(2000))
  const { variants } = part.document
  expect(costOf(part)).toBeLessThanOrEqual(MOST_POINTS)
  expect(SET.cost(countNew(part, [...variants, variant(0)]))).toBeGreaterThan(MOST_POINTS)
  expect(variants[0]?.option_values).toEqual(['v0'])
})
