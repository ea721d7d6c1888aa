import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  groupOf,
  itemId,
  itemPictures,
  keyOfGroup,
  pictureAddress,
  picturesInOrder,
  placeOfListing,
  toItemOptions,
  toPicture,
  valueOfOption,
} from './item-group.ts'

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 3, maxLength: 12 })

test('pictures come back in their order, whatever picture each variant has, once three have different ones', () => {
  fc.assert(
    fc.property(names, fc.array(fc.nat(), { maxLength: 20 }), (all, choices) => {
      const mains = [...all.slice(0, 3), ...choices.map((n) => all[n % all.length])]
      expect(picturesInOrder(mains.map((main) => itemPictures(all, main)))).toEqual(all)
    }),
  )
})

test('every picture comes back once, also where the order is not known', () => {
  fc.assert(
    fc.property(names, fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), { minLength: 1 }), (all, lists) => {
      const items = lists.map((list) => [...new Set(list.map((n) => all[n % all.length] ?? ''))])
      const order = picturesInOrder(items)
      expect(order.toSorted()).toEqual([...new Set(items.flat())].toSorted())
    }),
  )
})

test('one picture, and none', () => {
  expect(picturesInOrder([['a']])).toEqual(['a'])
  expect([picturesInOrder([]), picturesInOrder([[]]), itemPictures([], 'a')]).toEqual([[], [], []])
  expect(itemPictures(['a', 'b'], undefined)).toEqual(['a', 'b'])
  expect(itemPictures(['a', 'b'], 'gone')).toEqual(['a', 'b'])
})

test('an item is named alike in every try, and never as another one', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[A-Za-z]{1,8}$/), { minLength: 2, maxLength: 30 }), (values) => {
      const make = () => {
        const taken = new Set<string>()
        for (const value of values) taken.add(itemId('om1', [value], taken))
        return [...taken]
      }
      const ids = make()
      expect(ids).toHaveLength(values.length)
      expect(make()).toEqual(ids)
      // Google's ids have 50 characters at most, and our keys up to 30.
      for (const id of ids) expect(id.length).toBeLessThanOrEqual('om1'.length + 13)
    }),
  )
  const [first] = [itemId('om1', ['Red'], new Set())]
  expect(itemId('om1', ['Red'], new Set([first]))).toBe(`${first}-2`)
})

test('a group is ours by its name and by that of an item', () => {
  expect(keyOfGroup('om1x', ['om1x-abc', 'other'])).toBe('om1x')
  expect(keyOfGroup('om1x-2', ['om1x-2-abc'])).toBe('om1x-2')
  expect(keyOfGroup('om1x', ['OM1X-abc'])).toBeNull()
  expect(keyOfGroup('omelette pans', ['omelette pans-1'])).toBeNull()
  expect(placeOfListing(groupOf('', 'sku 1'))).toEqual({ item: 'sku 1' })
  expect(placeOfListing(groupOf('group', 'sku 1'))).toEqual({ group: 'group' })
})

test('a picture is known again by the name that travels with its address', () => {
  const address = pictureAddress({ picture_key: 'k1', url: 'https://x.test/files/a.jpg?w=1', alt: '' }, {})
  expect(address).toBe('https://x.test/files/a.jpg?w=1&omni=k1')
  expect(toPicture(address, null)).toMatchObject({ remote_picture_id: address, file_name: 'k1' })
  expect(toPicture('https://x.test/files/b.jpg', 'broken')).toMatchObject({ file_name: 'b.jpg', problem: 'broken' })
  expect(pictureAddress({ picture_key: 'k1', url: 'https://elsewhere.test/', alt: '' }, { k1: address })).toBe(address)
  expect(pictureAddress({ remote_picture_id: 'https://x.test/own.jpg' }, {})).toBe('https://x.test/own.jpg')
})

test('options with a field of their own use it, and others keep their names', () => {
  const options = toItemOptions(['Colour', 'Scent', 'Color'], ['Red', 'Rose', 'Dark'])
  expect(options).toEqual({ fields: { color: 'Red' }, others: { Scent: 'Rose', Color: 'Dark' } })
  expect(['Colour', 'Scent', 'Color', 'Size'].map((name) => valueOfOption(name, options))).toEqual([
    'Red',
    'Rose',
    'Dark',
    '',
  ])
})
