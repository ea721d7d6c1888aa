import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayCreate, mayDelete, workplaceName } from './workplace-rules.ts'

test('an accepted name is trimmed, 1 to 60 characters, and accepted again unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80, unit: 'grapheme' }), (typed) => {
      const name = workplaceName(typed)
      const length = [...typed.trim()].length
      expect(name.ok).toBe(length >= 1 && length <= 60)
      if (name.ok) expect(workplaceName(` ${name.value} `)).toEqual(name)
    }),
  )
  expect(workplaceName('  ')).toEqual({ ok: false, reason: 'workplace_name_empty' })
  expect(workplaceName('😀'.repeat(60)).ok).toBe(true)
  expect(workplaceName('x'.repeat(61))).toEqual({ ok: false, reason: 'workplace_name_too_long' })
})

test('the last workplace stays, and another name deletes nothing', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.nat(5), (name, typed, count) => {
      const answer = mayDelete({ name }, typed, count)
      if (count <= 1) expect(answer).toEqual({ ok: false, reason: 'workplace_is_last' })
      else expect(answer.ok).toBe(typed.trim() === name.trim())
      if (count > 1) expect(mayDelete({ name }, ` ${name}`, count).ok).toBe(true)
    }),
  )
})

test('a refusal says why, and a yes is one', () => {
  expect(mayDelete({ name: 'Shop ' }, ' Shop', 2)).toEqual({ ok: true, value: true })
  expect(mayDelete({ name: 'Shop' }, 'shop', 2)).toEqual({ ok: false, reason: 'workplace_name_differs' })
  expect(mayCreate(2, 1)).toEqual({ ok: true, value: true })
  expect(mayCreate(2, 2)).toEqual({ ok: false, reason: 'workplace_limit_reached' })
})

test('creating until refused ends exactly at the limit', () => {
  fc.assert(
    fc.property(fc.nat(30), (limit) => {
      let count = 0
      while (mayCreate(limit, count).ok) count += 1
      expect(count).toBe(limit)
    }),
  )
  expect([mayCreate(-1, 1e6).ok, mayCreate(-2, 1e6).ok, mayCreate(-3, 0).ok]).toEqual([true, true, false])
})
