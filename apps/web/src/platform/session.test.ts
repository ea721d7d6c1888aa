import { expect, test } from 'vitest'
import { currentWorkplaceId, readMode, readStartParameters, settleWorkplace, setWorkplace } from './session.ts'

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

test('start parameters', () => {
  expect(readStartParameters('?customer_id=7&workplace_id=w')).toEqual({ customer_id: '7', workplace_id: 'w' })
  expect(readStartParameters('')).toEqual({ customer_id: null, workplace_id: null })
})
