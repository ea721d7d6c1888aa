import { authCalls } from '@omni/contracts/auth.calls.ts'
import * as fields from '@omni/contracts/fields.ts'
import * as importList from '@omni/contracts/import-list.calls.ts'
import { expect, test } from 'vitest'

test('a call is its name, method, path and access; its schemas stay on the server', () => {
  expect(authCalls.login).toEqual({ name: 'login', method: 'POST', path: '/auth/login', access: 'public' })
})

test('lists of names are there, schemas are not exported at all', () => {
  expect(importList.PRODUCT_SORTS).toContain('profit')
  expect(Object.keys(fields)).toEqual([])
})
