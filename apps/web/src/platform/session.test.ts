import { expect, test } from 'vitest'
import {
  currentStoreId,
  currentWorkplaceId,
  forgetShop,
  readMode,
  readStartParameters,
  setStore,
  settleStore,
  settleWorkplace,
  setWorkplace,
} from './session.ts'

test('embedded needs a frame and a platform that says so', () => {
  expect(readMode('?embedded=1&shop=a.example', true, null)).toEqual({
    embedded: true,
    search: '?embedded=1&shop=a.example',
    shop: 'a.example',
  })
  expect(readMode('?shop=a.example', true, null).embedded).toBe(true)
  expect(readMode('?embedded=1', false, null).embedded).toBe(false)
  expect(readMode('', true, null).embedded).toBe(false)
})

test('later pages of the frame remember how it was opened', () => {
  expect(readMode('', true, '?shop=a.example')).toEqual({
    embedded: true,
    search: '?shop=a.example',
    shop: 'a.example',
  })
})

test("a stored workplace is kept while it is ours, otherwise the first is taken; with none stored, the account's last one", () => {
  const workplaces = [
    { id: 'one', store_domains: [] },
    { id: 'two', store_domains: [] },
  ]
  setWorkplace('two')
  settleWorkplace(workplaces, 'two')
  expect(currentWorkplaceId()).toBe('two')
  setWorkplace('gone')
  settleWorkplace(workplaces, null)
  expect(currentWorkplaceId()).toBe('one')
  setWorkplace(null)
  settleWorkplace(workplaces, 'two')
  expect(currentWorkplaceId()).toBe('two')
})

test('the store that is worked with is remembered for each workplace, and gives way when it is gone', () => {
  const stores = [
    { id: 'a', workplace_id: 'one', is_default: false },
    { id: 'b', workplace_id: 'one', is_default: true },
    { id: 'c', workplace_id: 'two', is_default: false },
  ]
  setWorkplace('one')
  settleStore(stores)
  expect(currentStoreId()).toBe('b')
  setStore('a')
  setWorkplace('two')
  expect(currentStoreId()).toBe(null)
  settleStore(stores)
  expect(currentStoreId()).toBe('c')
  setWorkplace('one')
  expect(currentStoreId()).toBe('a')
  settleStore(stores.slice(1))
  expect(currentStoreId()).toBe('b')
  // Foundation spec §8, 801: the store first, then the workplace.
  forgetShop()
  expect([currentStoreId(), currentWorkplaceId()]).toEqual([null, 'one'])
  forgetShop()
  expect(currentWorkplaceId()).toBe(null)
})

test('start parameters', () => {
  expect(readStartParameters('?customer_id=7&workplace_id=w')).toEqual({ customer_id: '7', workplace_id: 'w' })
  expect(readStartParameters('')).toEqual({ customer_id: null, workplace_id: null })
})
