import { expect, test } from 'vitest'
import { createBitmapIndex, type IndexRow } from './bitmap-index.ts'
import { bitmapSearch } from './bitmap-search.ts'
import type { SearchRequest } from './search-port.ts'

const row = (id: number, tags: string): IndexRow => [id, tags, id, 100 * id, id, null, null, { US: [0, 5, 900] }]
const REQUEST: SearchRequest = {
  ship_to: 'US',
  tags: [],
  filters: [{ facet: 'condition', any: ['n:new'], range: null }],
  sort: 'asc_price',
  without: [],
  offset: 0,
  limit: 10,
  counted: true,
}

/** Of a shop that lists new goods alone: a tag that every product carries. */
function shopOf(ids: readonly number[]) {
  const index = createBitmapIndex(ids.length)
  for (const id of ids) index.put(row(id, `w:cup s:cj n:new${id % 2 === 0 ? ' w:blue' : ''}`))
  return index
}

test('what every product carries takes none away, and what was deleted does not come back by it', async () => {
  const index = shopOf([1, 2, 3, 4])
  const engine = bitmapSearch(index)
  const find = async (tags: string[]) => (await engine.search({ ...REQUEST, tags })).ids
  expect([await find([]), await find(['w:cup', 'w:blue']), await find(['w:none'])]).toEqual([[1, 2, 3, 4], [2, 4], []])
  index.remove(2)
  expect([await find([]), await find(['w:cup', 'w:blue'])]).toEqual([[1, 3, 4], [4]])
  for (const _ of index.sweep());
  index.put(row(9, 'w:cup s:cj n:used'))
  expect([await find([]), await find(['w:cup'])]).toEqual([
    [1, 3, 4],
    [1, 3, 4],
  ])
  index.remove(9)
  index.put(row(10, 'w:cup w:blue s:cj n:new'))
  expect(await find(['w:blue'])).toEqual([4, 10])
})

test('the choices of a filter that is set: the one that is chosen counts what is shown, others what they would show', async () => {
  const index = shopOf([1, 2, 3])
  index.put(row(4, 'w:cup s:ebay n:used'))
  const { facets } = await bitmapSearch(index).search({ ...REQUEST, tags: ['w:cup'] })
  expect(facets?.condition).toMatchObject({ new: 3, used: 1, refurbished: 0 })
  expect(facets?.source).toMatchObject({ cj: 3, ebay: 0 })
})

test('a tag of more products than wait at a time holds them all', async () => {
  const ids = Array.from({ length: 300 }, (_, at) => at + 1)
  const index = shopOf(ids)
  expect((await bitmapSearch(index).search({ ...REQUEST, tags: ['w:blue'] })).total).toBe(150)
  for (const _ of index.settle());
  expect(await bitmapSearch(index).count(['w:blue', 'w:cup'])).toBe(150)
})

test('what was counted before a change is not told after it', async () => {
  const index = shopOf([1, 2, 3])
  const engine = bitmapSearch(index)
  const cups = async (request = REQUEST) => (await engine.search({ ...request, tags: ['w:cup'] })).facets?.source
  expect([await cups(), await cups()]).toMatchObject([{ cj: 3 }, { cj: 3 }])
  expect(await cups({ ...REQUEST, without: [2] })).toMatchObject({ cj: 2 })
  expect(await cups({ ...REQUEST, filters: [] })).toMatchObject({ cj: 3 })
  index.put(row(4, 'w:cup s:cj n:new'))
  expect(await cups()).toMatchObject({ cj: 4 })
  index.remove(1)
  expect(await cups()).toMatchObject({ cj: 3 })
})
