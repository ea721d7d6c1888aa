import { BULK_FIELDS } from '@omni/domain/products/bulk-fields.ts'
import { expect, test } from 'vitest'
import { type Draft, howsFor, newDraft, toEdit, toEdits, valueKind, withField } from './bulk-rule.ts'

const draft = (change: Partial<Draft>): Draft => ({ ...newDraft('1', 'title'), ...change })

test('amounts are read in the currency they are said in, with a comma or a point', () => {
  expect(toEdit(draft({ field: 'price', how: 'set', value: '12,50' }), 'USD')).toEqual({
    field: 'price',
    how: 'set',
    value: 1250,
  })
  expect(toEdit(draft({ field: 'price', how: 'add', value: '-3' }), 'JPY')).toEqual({
    field: 'price',
    how: 'add',
    value: -3,
  })
  expect(toEdit(draft({ field: 'price', how: 'percent', value: '-15' }), 'USD')).toEqual({
    field: 'price',
    how: 'percent',
    value: -15,
  })
  expect(toEdit(draft({ field: 'price', how: 'price_rule' }), 'USD')).toEqual({ field: 'price', how: 'price_rule' })
})

test('half a sentence asks for nothing, and neither does a rule with one', () => {
  const half = [
    draft({ value: '' }),
    draft({ how: 'append' }),
    draft({ how: 'find_replace', value: 'x' }),
    draft({ field: 'tags', how: 'tags_add' }),
    draft({ field: 'price', how: 'set', value: 'x' }),
    draft({ field: 'price', how: 'multiply', value: '-2' }),
  ]
  for (const item of half) expect(toEdit(item, 'USD')).toBeNull()
  expect(toEdits([draft({ value: 'A' }), half[1] ?? draft({})], 'USD')).toBeNull()
  expect(toEdits([], 'USD')).toBeNull()
})

test('removing a word and clearing a vendor are whole sentences', () => {
  expect(toEdit(draft({ how: 'find_replace', find: ' 2024', value: '' }), 'USD')).toEqual({
    field: 'title',
    how: 'find_replace',
    value: '',
    find: ' 2024',
  })
  expect(toEdit(draft({ field: 'vendor', how: 'clear' }), 'USD')).toEqual({ field: 'vendor', how: 'clear' })
})

test.each(BULK_FIELDS)(
  '%s: every way on offer has an input, and changing to it never leaves a way that is not',
  (field) => {
    for (const how of howsFor(field)) expect(valueKind({ field, how })).toBeTruthy()
    for (const from of BULK_FIELDS)
      for (const how of howsFor(from))
        expect(howsFor(field)).toContain(withField(draft({ field: from, how }), field).how)
  },
)
