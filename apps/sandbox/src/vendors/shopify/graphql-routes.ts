import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type DocumentNode,
  execute,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { z } from 'zod'
import { holderOf } from '../../frame/tokens.ts'
import type { Buckets } from './bucket.ts'
import { actualCost, MOST_POINTS, requestedCost } from './cost.ts'
import { guarded } from './access.ts'
import { rootOf } from './resolvers.ts'
import { schema } from './schema.ts'
import { API_VERSION, BUCKET_S, findShop, scopesOf } from './shops.ts'
import type { Shop, ShopifyWorld } from './tables.ts'

const Request = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** The first root field: what the call is for, in the vendor's own words. */
function rootField(request: FastifyRequest): string {
  const { query } = (request.body ?? {}) as { query?: unknown } // read as text or not at all
  const inside = typeof query === 'string' ? query.slice(query.search(/\{/) + 1) : ''
  return /^\s*(?:\w+\s*:\s*)?(\w+)/.exec(inside)?.[1] ?? ''
}

export const UNAUTHORIZED = {
  status: 401,
  body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
}

const throttled = (
  status: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number },
  requested: number,
) => ({
  errors: [
    {
      message: 'Throttled',
      extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
    },
  ],
  extensions: { cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: status } },
})

const DOCUMENTS_KEPT = 200
type Read = { document: DocumentNode; problems: readonly GraphQLError[] }
const documents = new Map<string, Read>()

/** An app sends the same few documents again and again. Throws where the text is none. */
function readDocument(text: string): Read {
  const known = documents.get(text)
  if (known) return known
  const document = parse(text)
  const read = { document, problems: validate(schema, document, specifiedRules) }
  const [oldest] = documents.keys()
  if (documents.size >= DOCUMENTS_KEPT && oldest !== undefined) documents.delete(oldest)
  documents.set(text, read)
  return read
}

const failed = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] })

export function graphqlRoutes(app: FastifyInstance, world: ShopifyWorld, buckets: Buckets, changed: () => void) {
  const book = (shop: Shop, operation: string, requested: number, actual: number | null) =>
    world.db
      .insertInto('calls')
      .values({ shop: shop.domain, operation, requested, actual, throttled: actual === null, at: new Date() })
      .execute()

  app.post<{ Params: { shop: string; version: string } }>(
    '/:shop/admin/api/:version/graphql.json',
    { config: { endpoint: rootField } },
    async (request, reply) => {
      const header = request.headers['x-shopify-access-token']
      const [shop, holder] = await Promise.all([
        findShop(world, request.params.shop),
        holderOf(world, 'access', typeof header === 'string' ? header : undefined),
      ])
      if (!shop) return reply.code(404).send({ errors: 'Not Found' })
      if (holder?.account !== shop.domain || holder.state !== 'valid' || shop.scopes === null)
        return reply.code(UNAUTHORIZED.status).send(UNAUTHORIZED.body)
      if (!shop.active) return reply.code(402).send({ errors: 'Unavailable Shop' })
      const request_id = randomUUID()
      reply.headers({ 'x-shopify-api-version': API_VERSION, 'x-request-id': request_id })

      const input = Request.safeParse(request.body)
      if (!input.success) return reply.code(400).send({ errors: { query: 'Required parameter missing or invalid' } })
      let read
      try {
        read = readDocument(input.data.query)
      } catch (error) {
        return failed(error instanceof Error ? error.message : 'syntax error', 'PARSE_ERROR')
      }
      const { document, problems } = read
      if (problems.length > 0)
        return { errors: problems.map(({ message }) => ({ message, extensions: { code: 'undefinedField' } })) }
      const operations = document.definitions.filter(
        (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
      )
      const name = input.data.operationName
      const operation = name ? operations.find((one) => one.name?.value === name) : operations[0]
      if (!operation) return failed('No operation was named', 'BAD_REQUEST')

      const variables = input.data.variables ?? {}
      const requested = requestedCost(document, operation, variables)
      if (requested > MOST_POINTS)
        return failed(
          `Query cost is ${requested}, which exceeds the single query max cost limit (1000).`,
          'MAX_COST_EXCEEDED',
        )
      if (!buckets.take(shop, requested)) {
        await book(shop, rootField(request), requested, null)
        return throttled(buckets.status(shop), requested)
      }
      const result = await execute({
        schema,
        document,
        rootValue: rootOf(world, shop, request_id, changed),
        fieldResolver: guarded(scopesOf(shop), shop.protected_level),
        variableValues: variables,
        ...(name && { operationName: name }),
      })
      const actual =
        operation.operation === 'mutation' ? requested : Math.min(requested, actualCost(result.data ?? null))
      buckets.give(shop, requested - actual)
      await book(shop, rootField(request), requested, actual)
      const cost = { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: buckets.status(shop) }
      return { ...withCodes(result), extensions: { cost } }
    },
  )
}

/** A variable of a wrong shape has a code of its own; a fault of ours looks like one of theirs. */
function withCodes({ data, errors }: { data?: unknown; errors?: readonly GraphQLError[] }) {
  if (!errors) return { data }
  return {
    ...(data !== undefined && { data }),
    errors: errors.map((error) => {
      const bug = error.originalError && !(error.originalError instanceof GraphQLError)
      if (bug) console.error(error.originalError)
      const code = error.extensions['code'] ?? (bug ? 'INTERNAL_SERVER_ERROR' : 'INVALID_VARIABLE')
      return { message: error.message, path: error.path, extensions: { ...error.extensions, code } }
    }),
  }
}

/** What a throttled call of a standard shop is told when a fault says so. */
export const faultThrottle = () =>
  throttled({ maximumAvailable: 100 * BUCKET_S, currentlyAvailable: 0, restoreRate: 100 }, 10)
