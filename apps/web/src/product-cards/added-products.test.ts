import { expect, test } from 'vitest'
import { renderHook } from '@testing-library/react'
import { type AddedProduct, changeAdded, hideAdded, isAdding, showAdded, useAddedProducts } from './added-products.ts'

const entry = (key: string, loading = true): AddedProduct => ({
  key,
  source_product_id: key,
  product_package_id: null,
  title: key,
  image: null,
  loading,
  error: null,
  quota: false,
  is_import_all: false,
})
const shown = () => renderHook(useAddedProducts).result.current.map(({ key }) => key)

test('what is loading stays, what is finished makes room, the same product stands once', () => {
  for (const key of ['a', 'b', 'c', 'd', 'e']) showAdded(entry(key))
  expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e'])
  changeAdded('b', { loading: false })
  changeAdded('c', { loading: false })
  expect([isAdding('a'), isAdding('b')]).toEqual([true, false])
  showAdded(entry('f'))
  expect(shown()).toEqual(['a', 'd', 'e', 'f'])
  showAdded(entry('a'))
  expect(shown()).toEqual(['d', 'e', 'f', 'a'])
  hideAdded('e')
  expect(shown()).toEqual(['d', 'f', 'a'])
})
