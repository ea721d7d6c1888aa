import { no, ok } from '@omni/domain/result.ts'
import { expect, test } from 'vitest'
import { isRefusal, must, refuse } from './refuse.ts'

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (isRefusal(error)) return { code: error.code, key: error.key, fields: error.fields, after: error.retry_after_s }
    throw error
  }
  throw new Error('nothing was refused')
}

test('a code is refused as itself, a text with its own code or as unprocessable', () => {
  expect(refusalOf(() => refuse('not_found'))).toMatchObject({ code: 'not_found', key: undefined })
  expect(refusalOf(() => refuse('runs.too_old'))).toMatchObject({ code: 'unprocessable', key: 'runs.too_old' })
  expect(refusalOf(() => refuse('imports.quota'))).toMatchObject({ code: 'quota_expired' })
  expect(refusalOf(() => refuse('image_search.busy', {}, { retry_after_s: 5 }))).toMatchObject({
    code: 'rate_limited',
    after: 5,
  })
})

test('a refusal can name the field it is about', () => {
  expect(refusalOf(() => refuse('invalid.cursor', {}, { field: 'cursor' })).fields).toEqual({
    cursor: ['invalid.cursor'],
  })
})

test('must unwraps a rule or ends with its refusal', () => {
  expect(must(ok(3))).toBe(3)
  expect(refusalOf(() => must(no('workplace_is_last')))).toMatchObject({
    code: 'unprocessable',
    key: 'refusal.workplace_is_last',
  })
  expect(refusalOf(() => must(no('workplace_limit_reached'))).code).toBe('quota_expired')
  // @ts-expect-error a rule whose reason has no text does not compile
  expect(() => must(no('reason_without_a_text'))).toThrow()
})
