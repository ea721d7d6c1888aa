import { MantineProvider } from '@mantine/core'
import type { ProductCard as Product } from '@omni/contracts/catalog.calls.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { translate } from '../testing/english.ts'
import type { CardShow } from './card-show.ts'
import { ProductCard } from './product-card.tsx'

vi.mock('../platform/i18n.ts', () => import('../testing/english.ts'))
vi.mock('../platform/app-link.tsx', () => ({
  AppLink: ({ href, ...props }: { href: string; 'aria-label'?: string }) => (
    <a href={href} aria-label={props['aria-label']}>
      link
    </a>
  ),
}))
vi.mock('./added-products.ts', () => ({ useIsAdding: () => false }))

const show = {
  t: translate,
  money: (cents: number | null) => ({ text: `$${(cents ?? 0) / 100}`, original: undefined }),
  format: { number: String, short: String },
} as unknown as CardShow // only what cards read

const product = {
  source: 'cj',
  source_product_id: 'p1',
  name: 'Oak desk lamp',
  image: null,
  price_range: [1000, 1000],
  profit_usd: 1250,
  profit_margin: 40,
  ships: true,
  condition: 'new',
  rating: null,
  lastest_volume: 3,
  shipping_time_min: 5,
  shipping_time_max: 9,
  imported: false,
  imported_as: null,
  favourite: false,
} as unknown as Product // as above

const textOf = (change: Partial<Product>) => {
  const nothing = () => undefined
  const shown = { product: { ...product, ...change }, shipTo: 'GB', show }
  render(
    <MantineProvider>
      <ProductCard {...shown} onFavourite={nothing} onImport={nothing} />
    </MantineProvider>,
  )
  return screen.getByRole('article').textContent ?? ''
}

test('a card says the profit where shipping is known', () => {
  expect(textOf({})).toMatch(/\+\$12\.5.*40/)
})

test('a card without known shipping says so instead of a profit', () => {
  const text = textOf({ ships: null, profit_usd: null, profit_margin: null })
  expect(text).toContain('Shipping to UK unknown')
  expect(text).not.toContain('+$')
})

test('a card of what does not ship there says that', () => {
  expect(textOf({ ships: false, profit_usd: null, profit_margin: null })).toContain('No shipping to UK')
})

test('what is imported leads to its editor; what nobody knows the product of yet cannot be imported again', () => {
  textOf({ imported: true, imported_as: 'product-7' })
  const edit = screen.getByRole('link', { name: 'Edit Oak desk lamp' })
  expect(edit.getAttribute('href')).toBe('/app/products-import/editor/product-7')
  expect(screen.queryByRole('button', { name: /import/ })).toBeNull()
  cleanup()
  textOf({ imported: true })
  expect(
    screen.getByRole('button', { name: 'Oak desk lamp is in your import list' }).getAttribute('aria-disabled'),
  ).toBe('true')
})

test('a card of what no API buys says how it is bought, and one that an API buys says nothing of it', () => {
  expect(textOf({ source: 'temu' })).toContain('Bought in your own browser')
  cleanup()
  expect(textOf({ source: 'alibaba' })).toContain('Bought by hand')
  cleanup()
  expect(textOf({ source: 'cj' })).not.toContain('Bought')
})
