import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

test('an id of nineteen digits comes back as it went', () => {
  const values = { seller_id: '1102345678901234567', text: '007', source: 'cj,zopi' }
  expect(parseSearch(stringifySearch(values))).toEqual(values)
})

test('a default is not written, a list can be read, a bare name stays', () => {
  expect(stringifySearch({ text: undefined, page: undefined })).toBe('')
  expect(stringifySearch(parseSearch('?favourites'))).toBe('?favourites=')
  expect(stringifySearch({ source: 'cj,zopi', min_price: 1000 })).toBe('?source=cj,zopi&min_price=1000')
})
