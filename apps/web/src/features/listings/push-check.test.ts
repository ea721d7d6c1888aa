import { expect, test } from 'vitest'
import { type Check, countOutcomes, fixHref, outcomeOf } from './push-check.ts'

const check = (...severities: ('block' | 'warn')[]): Check => ({
  product_id: 'p',
  store_id: 's',
  will: 'create',
  currency: 'USD',
  price_min: 1,
  price_max: 1,
  ship_to: 'US',
  profit: null,
  fees: null,
  problems: severities.map((severity) => ({ severity, field: 'title', message: '' })),
})

test('the worst store decides; a store that was not checked keeps a product waiting, not a blocked one', () => {
  expect(outcomeOf([check(), check()], 2)).toBe('ready')
  expect(outcomeOf([check(), check('warn')], 2)).toBe('review')
  expect(outcomeOf([check('warn', 'block'), check()], 2)).toBe('blocked')
  expect(outcomeOf([check('warn')], 2)).toBe('checking')
  expect(outcomeOf([check('block')], 2)).toBe('blocked')
  expect(countOutcomes(['ready', 'blocked', 'ready'])).toEqual({ checking: 0, ready: 2, review: 0, blocked: 1 })
})

test('every problem leads to where it is put right', () => {
  expect(fixHref('p', 'title')).toBe('/app/products-center/editor/p#editor-overview')
  expect(fixHref('p', 'v|red/m|price')).toBe('/app/products-center/editor/p#editor-pricing')
  expect(fixHref('p', 'weight_g')).toBe('/app/products-center/editor/p#editor-variants')
  expect(fixHref('p', 'store')).toBe('/app/channel')
})
