import {
  buildSchema,
  type GraphQLSchema,
  isInputObjectType,
  NoDeprecatedCustomRule,
  parse,
  getNamedType,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { expect, test } from 'vitest'
import { SDL } from '../../apps/sandbox/src/vendors/shopify/schema.ts'
import { API_VERSION, SCOPES } from '../../packages/connectors/src/channels/shopify/app.ts'
import * as billing from '../../packages/connectors/src/channels/shopify/billing-documents.ts'
import * as documents from '../../packages/connectors/src/channels/shopify/documents.ts'
import * as refunds from '../../packages/connectors/src/channels/shopify/refund-documents.ts'
import * as requests from '../../packages/connectors/src/channels/shopify/request-documents.ts'
import { shopifySchema } from './fetch-schema.ts'

const published = shopifySchema(API_VERSION)
const real = published?.schema
if (!real) console.warn('NOTICE: Shopify’s schema could not be fetched: its documents are not validated in this run.')

const ORDERS = { variants: ['remove', 'update', 'create'], publish: ['publish', 'unpublish'] } as const

/** Every choice of parts, in order; the removal also at the end. */
function choices<T extends string>(parts: readonly T[]): T[][] {
  return Array.from({ length: 2 ** parts.length - 1 }, (_, i) => parts.filter((_part, n) => (i + 1) & (1 << n)))
}

const texts: [string, string][] = Object.entries(documents).flatMap(([name, document]): [string, string][] => {
  if (typeof document !== 'object') return []
  if (typeof document.text === 'string') return [[name, document.text]]
  if (name === 'VARIANTS')
    return [...choices(ORDERS.variants), ['update', 'create', 'remove'] as const].map((parts) => [
      `${name} ${parts.join(' ')}`,
      documents.VARIANTS.text([...parts]),
    ])
  if (name === 'PUBLISHED') return [[name, documents.PUBLISHED.text(3)]]
  if (name === 'FULFIL') return [[name, documents.FULFIL.text(2)]]
  return choices(ORDERS.publish).map((parts) => [`${name} ${parts.join(' ')}`, documents.PUBLISH.text(parts)])
})

texts.push(
  ...Object.entries({ ...billing, ...refunds, ...requests }).flatMap(([name, document]): [string, string][] =>
    typeof document === 'object' ? [[name, document.text]] : [],
  ),
  ['export', documents.exportQuery('gid://shopify/Location/1', null)],
  ['export since', documents.exportQuery('gid://shopify/Location/1', new Date(0))],
)

const problemsOf = (schema: GraphQLSchema, text: string) =>
  validate(schema, parse(text), [...specifiedRules, NoDeprecatedCustomRule]).map(({ message }) => message)

test('there are documents to validate, and each fits the sandbox as well', () => {
  expect(texts.length).toBeGreaterThan(20)
  const own = buildSchema(SDL)
  expect(texts.flatMap(([name, text]) => problemsOf(own, text).map((problem) => `${name}: ${problem}`))).toEqual([])
})

test.skipIf(!real)('every document that we send is valid at Shopify, and uses nothing that is deprecated', () => {
  if (!real) return
  expect(texts.flatMap(([name, text]) => problemsOf(real, text).map((problem) => `${name}: ${problem}`))).toEqual([])
})

const isOwn = (name: string) => !name.startsWith('__')

interface Typed {
  name: string
  type: unknown
}
const argsOf = (field: object | undefined): readonly Typed[] =>
  field && 'args' in field ? (field.args as readonly Typed[]) : [] // fields of input types have none

/** What they insist on and we do not have: a call that our schema allows and theirs refuses. */
function demanded(
  at: string,
  own: readonly Typed[],
  theirs: readonly (Typed & { defaultValue?: unknown })[],
): string[] {
  const known = new Set(own.map(({ name }) => name))
  const required = theirs.filter(({ type, defaultValue }) => String(type).endsWith('!') && defaultValue === undefined)
  return required.flatMap(({ name }) => (known.has(name) ? [] : [`${at} lacks ${name}, which is required there`]))
}

/** What stands in our schema and not, or otherwise, in theirs. */
function strangers(own: GraphQLSchema, theirs: GraphQLSchema): string[] {
  const compare = (at: string, mine: { type: unknown } | undefined, their: { type: unknown } | undefined): string[] => {
    if (!their) return [`${at} is not there`]
    return String(mine?.type) === String(their.type)
      ? []
      : [`${at} is ${String(mine?.type)}, there ${String(their.type)}`]
  }
  return Object.values(own.getTypeMap())
    .filter(({ name }) => isOwn(name))
    .flatMap((type) => {
      const their = theirs.getType(type.name)
      if (!their) return [`${type.name} is not there`]
      if (type.constructor.name !== their.constructor.name) return [`${type.name} is another kind of type`]
      if ('getValues' in type && 'getValues' in their) {
        const known = new Set(their.getValues().map(({ name }) => name))
        return type.getValues().flatMap(({ name }) => (known.has(name) ? [] : [`${type.name}.${name} is not there`]))
      }
      if (!('getFields' in type) || !('getFields' in their)) return []
      const fields = their.getFields()
      const missing = 'getInterfaces' in type && 'getInterfaces' in their ? interfacesMissing(type, their) : []
      const needed = isInputObjectType(type)
        ? demanded(type.name, Object.values(type.getFields()), Object.values(fields) as Typed[]) // of the same kind
        : []
      return [
        ...missing,
        ...needed,
        ...Object.values(type.getFields()).flatMap((field) => {
          const same = fields[field.name]
          const at = `${type.name}.${field.name}`
          const theirs = argsOf(same)
          return [
            ...compare(at, field, same),
            ...demanded(at, argsOf(field), theirs),
            ...argsOf(field).flatMap((one) =>
              compare(
                `${at}(${one.name})`,
                one,
                theirs.find(({ name }) => name === one.name),
              ),
            ),
          ]
        }),
      ]
    })
}

interface WithInterfaces {
  name: string
  getInterfaces(): readonly { name: string }[]
}
const interfacesMissing = (mine: WithInterfaces, their: WithInterfaces): string[] => {
  const known = new Set(their.getInterfaces().map(({ name }) => name))
  return mine.getInterfaces().flatMap(({ name }) => (known.has(name) ? [] : [`${mine.name} is no ${name} there`]))
}

test.skipIf(!real)('the sandbox speaks a part of that schema, and nothing else', () => {
  if (!real) return
  expect(strangers(buildSchema(SDL), real)).toEqual([])
  // The comparison sees a field, an argument and a value that are not theirs.
  const wrong = buildSchema(`
    type Query { shop: Shop }
    type Shop { name: Int! nickname: String }
    enum ProductStatus { ACTIVE SOLD }
    input ProductDeleteInput { reason: String }
  `)
  expect(strangers(wrong, real)).toEqual(
    expect.arrayContaining([
      'Shop.name is Int!, there String!',
      'Shop.nickname is not there',
      'ProductStatus.SOLD is not there',
      'ProductDeleteInput lacks id, which is required there',
    ]),
  )
})

/** One of the scopes that Shopify's sentence names is enough. A write scope gives its read scope; some go by the family's name. */
function isGranted(sentence: string): boolean {
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, scope = '']) => scope)
  const gives = (scope: string) => [scope, scope.replace('write_', 'read_'), scope.replace(/^(read|write)_/, '')]
  return named.length === 0 || SCOPES.some((scope) => gives(scope).some((given) => named.includes(given)))
}

test.skipIf(!published)('whatever we ask for may be seen with the scopes that we ask a merchant for', () => {
  if (!published) return
  const { schema, required } = published
  expect(required.size).toBeGreaterThan(500)
  expect(isGranted(required.get('Customer') ?? '')).toBe(false)
  const missing = new Set<string>()
  for (const [name, text] of texts) {
    const types = new TypeInfo(schema)
    visit(
      parse(text),
      visitWithTypeInfo(types, {
        Field() {
          const parent = types.getParentType()?.name ?? ''
          const places = [`${parent}.${types.getFieldDef()?.name}`, getNamedType(types.getType())?.name ?? '']
          for (const place of places) {
            const sentence = required.get(place)
            if (sentence && !isGranted(sentence)) missing.add(`${name}: ${place} needs ${sentence}`)
          }
        },
      }),
    )
  }
  expect([...missing]).toEqual([])
})
