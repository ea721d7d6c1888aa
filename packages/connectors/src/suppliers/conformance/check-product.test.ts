import { expect, test } from 'vitest'
import type { SupplierProduct } from '../supplier.ts'
import productFixture from '../zopi/fixtures/product.json' with { type: 'json' }
import { toProduct } from '../zopi/map.ts'
import { Product } from '../zopi/schemas.ts'
import { productProblems } from './check-product.ts'

const good = (): SupplierProduct => toProduct(Product.parse(productFixture))

test('a good product has no problems', () => {
  expect(productProblems(good())).toEqual([])
})

const BREAKS: [string, (product: SupplierProduct) => void][] = [
  [
    'it has an id and a name',
    (product) => {
      product.name = ''
    },
  ],
  [
    'its images are addresses',
    (product) => {
      product.images.push('//no-protocol.example/1.jpg')
    },
  ],
  [
    'no image is listed twice',
    (product) => {
      product.images.push(product.images[0] ?? '')
    },
  ],
  [
    'its price range is that of its variants',
    (product) => {
      product.price_range = [1, 2]
    },
  ],
  [
    'its prices are whole and not negative',
    (product) => {
      for (const variant of product.variants) variant.price = 12.5
    },
  ],
  [
    'its rating is 0 to 5',
    (product) => {
      product.rating = 96
    },
  ],
  [
    'no two variants have the same id',
    (product) => {
      for (const variant of product.variants) variant.sku_id = 'x'
    },
  ],
  [
    'no two variants are the same choice',
    (product) => {
      product.variants[1]?.values.splice(0, 9, ...(product.variants[0]?.values ?? []))
    },
  ],
  [
    'every variant answers every option, in the order of the options, with a value that the option lists',
    (product) => {
      product.variants[0]?.values.reverse()
    },
  ],
  [
    'every option has values, none of them twice',
    (product) => {
      product.options[0]?.values.push({ value_id: 'green', value: 'Green' })
    },
  ],
]

test.each(BREAKS)('found when broken: %s', (problem, breakIt) => {
  const product = good()
  breakIt(product)
  expect(productProblems(product)).toContain(problem)
})
