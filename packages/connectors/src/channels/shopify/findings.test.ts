import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { explainRead } from './errors.ts'
import { findingsIn } from './findings.ts'

const denied = (message: string, requiredAccess?: string) => ({
  message,
  path: ['orders', 'nodes', 0],
  extensions: { code: 'ACCESS_DENIED', ...(requiredAccess && { requiredAccess }) },
})
const data = { orders: { nodes: [{ id: 'gid://shopify/Order/1', email: null }] } }

test('what is kept from us has a name: a scope, or a field that the app is not approved for', () => {
  const scope = denied('Access denied for customer field. Required access: `read_customers` access scope.')
  const field = denied('This app is not approved to use the email field. See https://shopify.dev/docs')
  const object = denied('This app is not approved to access the Order object.')
  const named = denied('Access denied for publications field.', '`read_publications` access scope.')
  expect(findingsIn({ data, errors: [scope, scope, field, named] })).toEqual([
    { is: 'scope', name: 'read_customers' },
    { is: 'protected', name: 'email' },
    { is: 'scope', name: 'read_publications' },
  ])
  // The data beside it is the answer.
  expect(explainRead(200, { data, errors: [scope, field] })).toBeUndefined()
  // Refused as a whole it is found as well, and is no answer.
  expect(findingsIn({ data: { orders: null }, errors: [object] })).toEqual([{ is: 'protected', name: 'Order' }])
  expect(explainRead(200, { data: { orders: null }, errors: [object] })).toMatchObject({ code: 'ACCESS_DENIED' })
})

test('clean is a reply that shows something; an empty list and other errors prove nothing', () => {
  expect(findingsIn({ data })).toEqual([])
  expect(findingsIn({ data: { shop: { name: 'Northwind' } } })).toEqual([])
  expect(findingsIn({ data: { orders: { nodes: [], pageInfo: { hasNextPage: false } } } })).toBeNull()
  expect(findingsIn({ data: { nodes: [null] } })).toBeNull()
  expect(findingsIn({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] })).toBeNull()
  expect(findingsIn('<html>')).toBeNull()
})

test('every query of the folder goes through the one place that takes data beside errors', () => {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const asks = files.filter((name) => readFileSync(new URL(name, folder), 'utf8').includes('graphql.json'))
  expect(asks).toEqual(['client.ts'])
})
