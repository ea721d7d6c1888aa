import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listingKey } from './listing-key.ts'

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'

test('a key is letters and digits, made of the id alone', () => {
  expect(listingKey('00000000-0000-0000-0000-000000000023', 1)).toBe('omz')
  expect(listingKey(ID, 1)).toBe(`om${BigInt(`0x${ID.replaceAll('-', '')}`).toString(36)}`)
  expect(listingKey(ID, 2)).toBe(`${listingKey(ID, 1)}-2`)
})

test('different listings have different keys', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 1, max: 9 }), (a, b, no) => {
      expect(listingKey(a, no) === listingKey(b, no)).toBe(a === b)
      expect(listingKey(a, 1)).toMatch(/^om[0-9a-z]+$/)
    }),
  )
})
