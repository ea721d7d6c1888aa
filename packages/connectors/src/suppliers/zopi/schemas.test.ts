import { expect, test } from 'vitest'
import { z } from 'zod'
import product from './fixtures/product.json' with { type: 'json' }
import replies from './fixtures/replies.json' with { type: 'json' }
import { protocol, type Schema, schemaNamed as named, schemaProblems as problems } from './protocol.ts'
import * as schemas from './schemas.ts'

test('our fixtures are what the protocol describes', () => {
  expect(problems(named('Product'), product, 'product')).toEqual([])
  expect(replies.summaries.items.flatMap((item) => problems(named('ProductSummary'), item, 'summary'))).toEqual([])
  expect(replies.reviews.items.flatMap((item) => problems(named('Review'), item, 'review'))).toEqual([])
  expect(replies.quotes.items.flatMap((item) => problems(named('Quote'), item, 'quote'))).toEqual([])
  expect(replies.stock.items.flatMap((item) => problems(named('Stock'), item, 'stock'))).toEqual([])
  expect(problems(named('Account'), replies.account, 'account')).toEqual([])
  expect(problems(named('Product'), { ...product, seller: undefined, rating: 9 }, 'product')).toEqual([
    'product.rating is out of range',
    'product.seller is undefined, not object',
  ])
})

test('every field we read is one the protocol promises', () => {
  const read: [string, z.ZodType][] = [
    ['Product', schemas.Product],
    ['ProductSummary', schemas.Summary],
    ['Review', schemas.Review],
    ['Quote', schemas.Quote],
    ['Account', schemas.Account],
    ['OrderQuote', schemas.OrderQuote],
    ['Order', schemas.Order],
    ['Refund', schemas.Refund],
    ['Feedback', schemas.Feedback],
  ]
  for (const [name, schema] of read) {
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema // zod's own JSON Schema
    const promised = named(name)
    expect(
      Object.keys(properties).filter((field) => !promised.properties?.[field]),
      name,
    ).toEqual([])
    expect(
      required.filter((field) => !promised.required?.includes(field)),
      `${name}, required`,
    ).toEqual([])
  }
})

test('the error codes are the same on both sides; every reference leads somewhere', () => {
  expect(named('Error').properties?.['error']?.properties?.['code']?.enum).toEqual(
    schemas.Failure.shape.error.shape.code.options,
  )
  const whole = JSON.stringify(protocol)
  for (const [, path = ''] of whole.matchAll(/"\$ref": ?"#\/([^"]+)"/g)) {
    expect(
      path.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], protocol),
      path,
    ).toBeDefined() // walks plain JSON
  }
})
