import { expect, test } from 'vitest'
import { brandOf } from './brand-of.ts'

const fact = (name: string, value: string) => ({ name, value })

test('the maker is read from the facts, whatever the marketplace calls it', () => {
  expect(brandOf([fact('Material', 'Steel'), fact(' Brand  Name ', ' Lumora  Light ')])).toBe('Lumora Light')
  expect(['Brand', 'MARKE', 'Marca', 'ブランド'].map((name) => brandOf([fact(name, 'Lumora')]))).toEqual(
    Array.from({ length: 4 }, () => 'Lumora'),
  )
})

test('a thing without a maker has no brand', () => {
  expect(
    ['', 'NoEnName_Null', 'Unbranded', 'Does not apply', 'N/A'].map((value) => brandOf([fact('Brand', value)])),
  ).toEqual(Array.from({ length: 5 }, () => ''))
  expect(brandOf([fact('Brand', 'None'), fact('Brand Name', 'Lumora')])).toBe('Lumora')
  expect(brandOf([fact('Branding', 'Lumora')])).toBe('')
})
