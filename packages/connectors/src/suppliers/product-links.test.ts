import { expect, test } from 'vitest'
import { suppliers } from './registry.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'

const LINKS: [keyof typeof suppliers, string, string | null][] = [
  ['aliexpress', 'https://www.aliexpress.com/item/1005001234567890.html?spm=a2g0o', '1005001234567890'],
  ['aliexpress', 'https://de.aliexpress.com/item/32/1005001234567890.html', '1005001234567890'],
  ['aliexpress', 'https://aliexpress.example/item/1005001234567890.html', null],
  [
    'cj',
    'https://cjdropshipping.com/product/knit-sweater-p-04A22450-67F0-4617-A132-E7AE7F8963B0.html',
    '04A22450-67F0-4617-A132-E7AE7F8963B0',
  ],
  ['cj', 'https://cjdropshipping.com/list', null],
  ['ebay', 'https://www.ebay.com/itm/254000000001?var=1', '254000000001'],
  ['ebay', 'https://www.ebay.co.uk/itm/Trail-mug/254000000001', '254000000001'],
  ['ebay', 'https://www.ebay.com/usr/somebody', null],
  ['zopi', 'http://localhost:3100/zopi/products/ZP-000042', 'ZP-000042'],
  ['alibaba', 'https://www.alibaba.com/product-detail/Bamboo-board_1600000000123.html', '1600000000123'],
  [
    'alibaba',
    'https://german.alibaba.com/product-detail/bamboo-board-set-1600000000123.html?spm=a2700',
    '1600000000123',
  ],
  ['alibaba', 'https://spanish.alibaba.com/product-detail/Bamboo-board_1600000000123.html', '1600000000123'],
  ['alibaba', 'https://m.alibaba.com/product/1600000000123/Bamboo-board.html?s=p', '1600000000123'],
  ['alibaba', 'https://m.alibaba.com/product-detail/_1600000000123.html', '1600000000123'],
  ['alibaba', 'https://www.alibaba.com/showroom/board-1600.html', null],
  ['alibaba', 'https://m.alibaba.com/products/tool_cabinet/1.html', null],
  ['alibaba', 'https://german.alibaba.com.example/product-detail/x-1600000000123.html', null],
  ['alibaba', 'javascript:alert(1)', null],
]

test.each(LINKS)('%s: %s is %s', (id, link, product) => {
  expect(suppliers[id].productIdOf(link)).toBe(product)
})

test("a link of one supplier is no other's", () => {
  for (const [id, link, product] of LINKS) {
    if (product)
      expect(
        SOURCES.filter((other) => suppliers[other].productIdOf(link) !== null),
        link,
      ).toEqual([id])
  }
})

test('every supplier of the list is registered under its own id', () => {
  expect(SOURCES.map((id) => suppliers[id].id)).toEqual([...SOURCES])
})
