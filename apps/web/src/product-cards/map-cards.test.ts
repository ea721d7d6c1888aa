import { expect, test } from 'vitest'
import { mapCards } from './map-cards.ts'

const card = (source_product_id: string, favourite = false) => ({
  source: 'cj',
  source_product_id,
  favourite,
  name: 'x',
})
const is = (id: string) => (item: { source_product_id: string }) => item.source_product_id === id

test('the heart changes on the one card, however deep, and only there', () => {
  const data = {
    picks: [
      { product: card('1'), score: 9 },
      { product: card('2'), score: 8 },
    ],
    total: 2,
  }
  const next = mapCards(data, is('2'), { favourite: true })
  expect(next.picks.map(({ product }) => product.favourite)).toEqual([false, true])
  expect(next.picks[0]).toBe(data.picks[0])
})

test('an answer without the card is the same object, so that nothing is drawn again', () => {
  const data = { items: [card('1'), card('2', true)], next_cursor: null }
  expect(mapCards(data, is('9'), { favourite: true })).toBe(data)
  expect(mapCards(data, is('2'), { favourite: true })).toBe(data)
})

test('what is imported says so, and keeps its heart', () => {
  const data = { items: [{ ...card('1', true), imported: false }] }
  expect(mapCards(data, is('1'), { imported: true }).items).toEqual([{ ...card('1', true), imported: true }])
})
