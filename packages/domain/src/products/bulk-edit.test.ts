/** What each edit does to a field, and why it is refused. That whatever is left is a sound product is a property. */
import { expect, test } from 'vitest'
import { applyEdits, type BulkEdit, checkEdit } from './bulk-edit.ts'
import { applyPatch } from './changes.ts'
import type { Product, ProductVariant } from './product.ts'

const variant = (more: Partial<ProductVariant> = {}): ProductVariant => ({
  variant_id: 'v1',
  position: 0,
  option_values: [],
  sku: 'LAMP',
  barcode: '',
  price: 1_250,
  compare_at_price: null,
  weight_g: 300,
  image_id: null,
  sell_out_of_stock: false,
  enabled: true,
  ...more,
})
const product: Product = {
  title: 'Desk lamp',
  description: 'Bright',
  vendor: 'Northwind',
  product_type: 'Lamps',
  tags: ['home', 'Light'],
  collections: ['new'],
  handle: 'desk-lamp',
  seo_title: '',
  seo_description: '',
  images: [],
  options: [],
  variants: [variant()],
}
const edited = (edit: BulkEdit, of: Product = product, help: Parameters<typeof applyEdits>[2] = {}) => {
  const made = applyEdits(of, [edit], help)
  return made.ok ? applyPatch(of, made.value).product : made.reason
}
const field = (edit: BulkEdit, of: Product = product) => {
  const made = edited(edit, of)
  if (typeof made === 'string') return made
  return edit.field in made ? made[edit.field as keyof Product] : made.variants[0]?.[edit.field as keyof ProductVariant]
}

test('an edit that makes no sense is refused before it is tried', () => {
  const refused: [BulkEdit, ReturnType<typeof checkEdit>][] = [
    [{ field: 'title', how: 'multiply', value: 2 }, 'edit_not_offered'],
    [{ field: 'title', how: 'clear' }, 'edit_not_offered'],
    [{ field: 'price', how: 'clear' }, 'edit_not_offered'],
    [{ field: 'vendor', how: 'clear' }, null],
    [{ field: 'price', how: 'price_rule' }, null],
    [{ field: 'title', how: 'find_replace', value: 'x' }, 'find_missing'],
    [{ field: 'title', how: 'find_replace', find: '', value: 'x' }, 'find_missing'],
    [{ field: 'title', how: 'find_replace', find: 'a' }, null],
    [{ field: 'title', how: 'find_replace', find: 'a', value: 'b' }, null],
    [{ field: 'title', how: 'find_replace', find: 'a', value: 5 }, 'value_not_text'],
    [{ field: 'price', how: 'round', value: '99' }, null],
    [{ field: 'price', how: 'round', value: 'none' }, 'rounding_unknown'],
    [{ field: 'price', how: 'round', value: '98' }, 'rounding_unknown'],
    [{ field: 'price', how: 'round' }, 'rounding_unknown'],
    [{ field: 'price', how: 'set' }, 'value_missing'],
    [{ field: 'enabled', how: 'set', value: false }, null],
    [{ field: 'enabled', how: 'set', value: 'yes' }, 'value_not_switch'],
    [{ field: 'tags', how: 'set', value: [] }, null],
    [{ field: 'tags', how: 'tags_add', value: 'x' }, 'value_not_tags'],
    [{ field: 'vendor', how: 'set', value: 5 }, 'value_not_text'],
    [{ field: 'title', how: 'set', value: '  ' }, 'title_empty'],
    [{ field: 'title', how: 'append', value: ' ' }, null],
    [{ field: 'vendor', how: 'set', value: ' ' }, null],
    [{ field: 'price', how: 'set', value: 'x' }, 'value_not_number'],
    [{ field: 'price', how: 'set', value: Number.NaN }, 'value_not_number'],
    [{ field: 'price', how: 'set', value: 1.5 }, 'value_not_whole'],
    [{ field: 'price', how: 'add', value: 1.5 }, 'value_not_whole'],
    [{ field: 'price', how: 'multiply', value: 1.5 }, null],
    [{ field: 'price', how: 'percent', value: -1.5 }, null],
    [{ field: 'price', how: 'set', value: -1 }, 'value_negative'],
    [{ field: 'price', how: 'set', value: 0 }, null],
    [{ field: 'price', how: 'multiply', value: -1 }, 'value_negative'],
    [{ field: 'price', how: 'add', value: -1 }, null],
  ]
  for (const [edit, why] of refused) expect([edit, checkEdit(edit)]).toEqual([edit, why])
  expect(edited({ field: 'title', how: 'clear' })).toBe('edit_invalid')
})

test('texts: set, added before and behind, replaced, cleared; trimmed except in the description', () => {
  expect(field({ field: 'title', how: 'set', value: ' Lamp ' })).toBe('Lamp')
  expect(field({ field: 'title', how: 'append', value: ' 2' })).toBe('Desk lamp 2')
  expect(field({ field: 'title', how: 'prepend', value: 'Big ' })).toBe('Big Desk lamp')
  expect(field({ field: 'title', how: 'find_replace', find: 'lamp', value: '$& light' })).toBe('Desk $& light')
  expect(field({ field: 'title', how: 'find_replace', find: 'Desk ' })).toBe('lamp')
  expect(field({ field: 'title', how: 'find_replace', find: 'Desk lamp' })).toBe('title_empty')
  expect(field({ field: 'vendor', how: 'clear' })).toBe('')
  expect(field({ field: 'vendor', how: 'find_replace', find: 'Northwind' })).toBe('')
  expect(field({ field: 'description', how: 'append', value: ' ' })).toBe('Bright ')
  expect(field({ field: 'sku', how: 'append', value: '-1' })).toBe('LAMP-1')
  const long = (name: BulkEdit['field'], length: number) =>
    field({ field: name, how: 'set', value: 'x'.repeat(length) })
  const most = { title: 255, vendor: 255, seo_description: 1_000, sku: 255, description: 200_000 } as const
  for (const [name, length] of Object.entries(most) as [BulkEdit['field'], number][])
    expect([name, long(name, length), long(name, length + 1)]).toEqual([name, 'x'.repeat(length), 'text_too_long'])
})

test('lists: distinct whatever their case, the first spelling stays', () => {
  const tags = (how: BulkEdit['how'], value?: string[], find?: string) => field({ field: 'tags', how, value, find })
  expect(tags('set', [' a ', 'A', '', 'b'])).toEqual(['a', 'b'])
  expect(tags('tags_add', ['LIGHT', 'desk'])).toEqual(['home', 'Light', 'desk'])
  expect(tags('tags_remove', [' light '])).toEqual(['home'])
  expect(tags('clear')).toEqual([])
  expect(field({ field: 'tags', how: 'find_replace', find: 'i', value: 'y' })).toEqual(['home', 'Lyght'])
  expect(field({ field: 'collections', how: 'tags_add', value: ['sale'] })).toEqual(['new', 'sale'])
  const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)
  expect([tags('set', many(250)), tags('set', many(251))]).toEqual([many(250), 'too_many_tags'])
  const lists = (count: number) => field({ field: 'collections', how: 'set', value: many(count) })
  expect([lists(100), lists(101)]).toEqual([many(100), 'too_many_tags'])
  expect([tags('set', ['x'.repeat(255)]), tags('set', ['x'.repeat(256)])]).toEqual([['x'.repeat(255)], 'text_too_long'])
})

test('amounts: set, added to, multiplied, by per cent, rounded; what is not there stays so', () => {
  const price = (how: BulkEdit['how'], value?: BulkEdit['value']) => field({ field: 'price', how, value })
  expect([price('set', 900), price('add', -250), price('multiply', 1.1), price('percent', -10)]).toEqual([
    900, 1_000, 1_375, 1_125,
  ])
  expect([price('round', '99'), price('add', -1_250), price('add', -1_251)]).toEqual([1_299, 0, 'amount_negative'])
  expect([price('set', 100_000_000_00), price('set', 100_000_000_01)]).toEqual([100_000_000_00, 'amount_too_large'])
  const weight = (how: BulkEdit['how'], value?: number) => field({ field: 'weight_g', how, value })
  expect([weight('set', 1_000_000), weight('set', 1_000_001), weight('clear')]).toEqual([
    1_000_000,
    'amount_too_large',
    null,
  ])
  const compare = (how: BulkEdit['how'], value?: number) => field({ field: 'compare_at_price', how, value })
  expect([compare('add', 5), compare('set', 5), compare('clear')]).toEqual([null, 5, null])
  // In a currency without decimals 99 are the last two digits all the same.
  const yen = edited({ field: 'price', how: 'round', value: 'whole' }, product, { currency: 'JPY' })
  expect(yen).toMatchObject({ variants: [{ price: 1_250 }] })
  expect(edited({ field: 'price', how: 'round', value: 'whole' })).toMatchObject({ variants: [{ price: 1_300 }] })
})

test('switches, and prices by the rule', () => {
  expect(field({ field: 'enabled', how: 'set', value: false })).toBe(false)
  expect(field({ field: 'sell_out_of_stock', how: 'set', value: true })).toBe(true)
  const rule: BulkEdit = { field: 'price', how: 'price_rule' }
  expect(edited(rule)).toBe('price_rule_missing')
  expect(edited(rule, product, { priceOf: () => null })).toBe('no_price_by_rule')
  const two = { ...product, variants: [variant(), variant({ variant_id: 'v2', position: 1, sku: 'none' })] }
  const priceOf = ({ sku }: ProductVariant) => (sku === 'none' ? null : { price: 700, compare_at_price: 900 })
  expect(edited(rule, two, { priceOf })).toMatchObject({
    variants: [{ price: 700, compare_at_price: null }, { price: 1_250 }],
  })
  expect(edited({ ...rule, field: 'compare_at_price' }, two, { priceOf })).toMatchObject({
    variants: [{ price: 1_250, compare_at_price: 900 }, { compare_at_price: null }],
  })
})
