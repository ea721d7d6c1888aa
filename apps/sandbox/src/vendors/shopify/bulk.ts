/**
 * Bulk queries: run in the background, answered as a file with an object a line. Rules as Shopify's guide to bulk
 * operations tells them: one connection at the root, at most five in all and two deep, no variables, objects of inner
 * connections name their parent and follow it at any distance. The limit of five at once is that of 2026-01 and later.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type DocumentNode,
  execute,
  getNamedType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Selectable } from 'kysely'
import { gid, numberOf } from './ids.ts'
import { listProducts } from './list-by-time.ts'
import { schema } from './schema.ts'
import { shopUrl } from './shops.ts'
import type { Shop, ShopifyTables, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { isoSecond, viewProducts } from './view.ts'

type Operation = Selectable<ShopifyTables['bulk_operations']>

const AT_ONCE = 5
const MOST_CONNECTIONS = 5
const MOST_NESTED = 2
/** How long even a small one takes. */
const TAKES_MS = 300
const PAGE = 250
/** More than any connection has. */
const ALL = 1_000_000

const refuse = (message: string) => refuseUser(['query'], message, 'INVALID')

/** The document as it is run: inner connections have no pages there. */
function prepare(query: string): DocumentNode {
  let document: DocumentNode
  try {
    document = parse(query)
  } catch (error) {
    throw refuse(`Invalid bulk query: ${error instanceof Error ? error.message : 'syntax'}`)
  }
  const [problem] = validate(schema, document)
  if (problem) throw refuse(`Invalid bulk query: ${problem.message}`)
  const info = new TypeInfo(schema)
  let [count, depth, deepest] = [0, 0, 0]
  const isConnection = () => {
    const type = info.getType()
    return type ? getNamedType(type).name.endsWith('Connection') : false
  }
  const whole = visit(
    document,
    visitWithTypeInfo(info, {
      VariableDefinition: () => {
        throw refuse('Bulk queries cannot contain variables.')
      },
      Field: {
        enter(node) {
          if (!isConnection()) return undefined
          count++
          depth++
          deepest = Math.max(deepest, depth)
          const rest = (node.arguments ?? []).filter(({ name }) => name.value !== 'first')
          const first = {
            kind: Kind.ARGUMENT,
            name: { kind: Kind.NAME, value: 'first' },
            value: { kind: Kind.INT, value: String(ALL) },
          } as const
          return { ...node, arguments: [...rest, first] }
        },
        leave() {
          if (isConnection()) depth--
        },
      },
    }),
  )
  if (count === 0) throw refuse('Bulk queries must contain at least one connection.')
  if (count > MOST_CONNECTIONS) throw refuse('Bulk queries cannot contain more than 5 connections.')
  if (deepest > MOST_NESTED + 1)
    throw refuse('Bulk queries cannot contain connections with a nesting depth of more than 2.')
  return whole
}

export async function runBulk(world: ShopifyWorld, shop: Shop, query: string) {
  prepare(query)
  const running = await world.db
    .selectFrom('bulk_operations')
    .select('id')
    .where('shop', '=', shop.domain)
    .where('status', '=', 'RUNNING')
    .execute()
  if (running.length >= AT_ONCE)
    throw refuseUser(null, 'Bulk operations limit reached. Please try again later.', 'LIMIT_REACHED')
  const made = await world.db
    .insertInto('bulk_operations')
    .values({ shop: shop.domain, query, status: 'RUNNING', key: randomUUID(), created_at: new Date() })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { bulkOperation: viewOperation(world, shop, made) }
}

export async function findBulk(world: ShopifyWorld, shop: Shop, id: string) {
  const row = await world.db
    .selectFrom('bulk_operations')
    .selectAll()
    .where('shop', '=', shop.domain)
    .where('id', '=', numberOf('BulkOperation', id) ?? 0)
    .executeTakeFirst()
  if (!row) return null
  const isDue = row.status === 'RUNNING' && Date.now() - row.created_at.getTime() >= TAKES_MS
  return viewOperation(world, shop, isDue ? await complete(world, shop, row) : row)
}

async function complete(world: ShopifyWorld, shop: Shop, row: Operation): Promise<Operation> {
  const failing = shop.failing_exports > 0
  if (failing)
    await world.db
      .updateTable('shops')
      .set({ failing_exports: shop.failing_exports - 1 })
      .where('domain', '=', shop.domain)
      .execute()
  const ending = failing
    ? { status: 'FAILED' as const, error_code: 'INTERNAL_SERVER_ERROR', result: null }
    : { status: 'COMPLETED' as const, error_code: null, result: await linesOf(world, shop, row.query) }
  return world.db
    .updateTable('bulk_operations')
    .set({ ...ending, completed_at: new Date() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Page by page, so that a large shop does not stop the others. */
async function linesOf(world: ShopifyWorld, shop: Shop, query: string): Promise<string> {
  const document = prepare(query)
  const lines: string[] = []
  const root = parse(query).definitions[0]
  const field = root?.kind === Kind.OPERATION_DEFINITION ? root.selectionSet.selections[0] : undefined
  const filter =
    field?.kind === Kind.FIELD ? field.arguments?.find(({ name }) => name.value === 'query')?.value : undefined
  let after: string | null = null
  do {
    const { rows, pageInfo } = await listProducts(world, shop, {
      first: PAGE,
      after,
      query: filter?.kind === Kind.STRING ? filter.value : null,
    })
    const nodes = viewProducts(world, shop, rows)
    const products = () => ({ nodes, edges: nodes.map((node) => ({ cursor: '', node })) })
    const { data, errors } = await execute({ schema, document, rootValue: { products } })
    if (errors?.[0]) throw errors[0]
    lines.push(...flatten(Object.values(data ?? {})[0]).map((line) => JSON.stringify(line)))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  return lines.map((line) => `${line}\n`).join('')
}

type Node = Record<string, unknown>

const nodesIn = (value: unknown): Node[] | undefined => {
  if (value === null || typeof value !== 'object') return undefined
  const { edges, nodes } = value as { edges?: { node: Node }[]; nodes?: Node[] } // of our own schema
  return edges ? edges.map(({ node }) => node) : nodes
}

/** Level by level: all products of a page, then what belongs to them. */
function flatten(connection: unknown): Node[] {
  const lines: Node[] = []
  let level = (nodesIn(connection) ?? []).map((node) => ({ node, parent: undefined as unknown }))
  while (level.length > 0) {
    const inner: typeof level = []
    for (const { node, parent } of level) {
      const own: Node = {}
      for (const [name, value] of Object.entries(node)) {
        const children = nodesIn(value)
        if (children) inner.push(...children.map((child) => ({ node: child, parent: node['id'] })))
        else own[name] = value
      }
      lines.push(parent === undefined ? own : { ...own, __parentId: parent })
    }
    level = inner
  }
  return lines
}

const viewOperation = (world: ShopifyWorld, shop: Shop, row: Operation) => ({
  id: gid('BulkOperation', row.id),
  status: row.status,
  errorCode: row.error_code,
  createdAt: isoSecond(row.created_at),
  completedAt: row.completed_at && isoSecond(row.completed_at),
  query: row.query,
  // Nothing found, no file.
  url: row.result ? `${shopUrl(world, shop)}/bulk/${row.key}.jsonl` : null,
})

export function bulkRoutes(app: FastifyInstance, world: ShopifyWorld) {
  app.get<{ Params: { shop: string; key: string } }>(
    '/:shop/bulk/:key.jsonl',
    { config: { asset: true } },
    async ({ params }, reply) => {
      const row = await world.db
        .selectFrom('bulk_operations')
        .select('result')
        .where('shop', '=', params.shop.replaceAll('\0', ''))
        .where('key', '=', params.key.replaceAll('\0', ''))
        .executeTakeFirst()
      return row?.result ? reply.type('application/jsonl').send(row.result) : reply.code(404).send('Not Found')
    },
  )
}
