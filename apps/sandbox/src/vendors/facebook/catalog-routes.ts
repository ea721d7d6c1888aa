import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mustBeAllowed, PERSON } from './access.ts'
import { addBatch, workBatches } from './batches.ts'
import { findCatalog, takeOne } from './catalogs.ts'
import { refuseGraph } from './graph-error.ts'
import { readFilter, readItems } from './item-view.ts'
import type { BatchRequest, Catalog, FacebookWorld } from './tables.ts'

/** Requests in one call. */
const MOST = 5000
const REGAIN_MINUTES = 3

const Batch = z.object({
  item_type: z.literal('PRODUCT_ITEM'),
  allow_upsert: z.boolean().default(true),
  requests: z.array(
    z.looseObject({ method: z.string(), data: z.looseObject({ id: z.string().optional() }).optional() }),
  ),
})

/** Names of another endpoint, which this one does not know. */
const OTHER_NAMES = ['name', 'url', 'image_url', 'retailer_id']

interface Validation {
  retailer_id?: string
  errors: { message: string }[]
  warnings: { message: string }[]
}

function validate(requests: z.output<typeof Batch>['requests']): Validation[] {
  const seen = new Set<string>()
  return requests.flatMap(({ method, data }): Validation[] => {
    const id = data?.id
    const wrong = (message: string) => [{ ...(id && { retailer_id: id }), errors: [{ message }], warnings: [] }]
    if (!['CREATE', 'UPDATE', 'DELETE'].includes(method)) return wrong(`Unknown method "${method}"`)
    if (!id) return wrong("A required field 'id' is missing in data")
    if (id.length > 100) return wrong('The id is longer than 100 characters')
    if (seen.has(id)) return wrong(`The id ${id} stands twice in the call`)
    seen.add(id)
    const other = OTHER_NAMES.find((name) => data && name in data)
    return other ? wrong(`Unknown field "${other}"`) : []
  })
}

export function catalogRoutes(app: FastifyInstance, world: FacebookWorld) {
  const text = (query: unknown, name: string): string | undefined => {
    const value = (query as Record<string, unknown>)[name] // Fastify's parsed query
    return typeof value === 'string' ? value : undefined
  }

  /** The catalog, with the header that tells how much of the allowance is used. */
  async function open(request: FastifyRequest, reply: FastifyReply, kind: 'read' | 'batch'): Promise<Catalog> {
    await mustBeAllowed(world, request)
    const { id } = request.params as { id: string } // of the route
    const catalog = await findCatalog(world, id)
    if (!catalog)
      throw refuseGraph(
        `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions`,
        100,
        { subcode: 33 },
      )
    const used = kind === 'read' ? catalog.read_usage : catalog.batch_usage
    const type = kind === 'read' ? 'catalog_management' : 'catalog_batch'
    const usage = {
      type,
      call_count: used,
      total_cputime: Math.floor(used / 2),
      total_time: Math.floor(used / 3),
      estimated_time_to_regain_access: used >= 100 ? REGAIN_MINUTES : 0,
    }
    reply.header('x-business-use-case-usage', JSON.stringify({ [id]: [usage] }))
    if (used < 100) return catalog
    throw kind === 'read'
      ? refuseGraph('There have been too many calls to this Catalog account.', 80_009)
      : refuseGraph('There have been too many calls for the batch uploads to this catalog account.', 80_014)
  }

  app.get('/:version/me', { config: { endpoint: 'me' } }, async (request) => {
    await mustBeAllowed(world, request)
    return PERSON
  })

  app.get('/:version/me/businesses', { config: { endpoint: 'businesses' } }, async (request) => {
    await mustBeAllowed(world, request)
    const rows = await world.db
      .selectFrom('catalogs')
      .select(['business_id as id', 'business_name as name'])
      .distinct()
      .orderBy('business_id')
      .execute()
    return { data: rows }
  })

  const catalogsOf = async (request: FastifyRequest<{ Params: { id: string } }>) => {
    await mustBeAllowed(world, request)
    const data = await world.db
      .selectFrom('catalogs')
      .select(['id', 'name', 'vertical'])
      .where('business_id', '=', request.params.id.replaceAll('\0', ''))
      .orderBy('id')
      .execute()
    return { data }
  }
  const catalogs = { config: { endpoint: 'catalogs' } }
  app.get<{ Params: { id: string } }>('/:version/:id/owned_product_catalogs', catalogs, catalogsOf)
  app.get<{ Params: { id: string } }>('/:version/:id/client_product_catalogs', catalogs, async (request) => {
    await mustBeAllowed(world, request)
    return { data: [] }
  })

  app.get('/:version/:id', { config: { endpoint: 'catalog' } }, async (request, reply) => {
    const { id, name, vertical } = await open(request, reply, 'read')
    return { id, name, vertical }
  })

  app.post('/:version/:id/items_batch', { config: { endpoint: 'items_batch' } }, async (request, reply) => {
    const catalog = await open(request, reply, 'batch')
    const input = Batch.safeParse(request.body)
    if (!input.success) throw refuseGraph('(#100) The parameter requests is required', 100)
    const { requests, allow_upsert } = input.data
    if (requests.length > MOST) throw refuseGraph(`(#100) Too many requests: ${requests.length}`, 100)
    const validation_status = validate(requests)
    if (validation_status.length > 0) return { handles: [], validation_status }
    if (await takeOne(world, catalog.id, 'without_handle')) return { handles: [], validation_status: [] }
    const handle = await addBatch(world, catalog, allow_upsert, requests as BatchRequest[]) // as `validate` checked
    return { handles: [handle], validation_status: [] }
  })

  const status = { config: { endpoint: 'check_batch_request_status' } }
  app.get('/:version/:id/check_batch_request_status', status, async (request, reply) => {
    const catalog = await open(request, reply, 'read')
    await workBatches(world)
    const row = await world.db
      .selectFrom('batches')
      .selectAll()
      .where('catalog', '=', catalog.id)
      .where('handle', '=', (text(request.query, 'handle') ?? '').replaceAll('\0', ''))
      .executeTakeFirst()
    if (!row) throw refuseGraph('(#100) Invalid handle', 100)
    const withIds = text(request.query, 'load_ids_of_invalid_requests') === 'true'
    return {
      data: [
        {
          handle: row.handle,
          status: row.finished ? 'finished' : 'started',
          errors: row.errors,
          errors_total_count: row.errors.length,
          warnings: [],
          warnings_total_count: 0,
          ids_of_invalid_requests: withIds ? row.errors.map(({ id }) => id) : [],
        },
      ],
    }
  })

  app.get('/:version/:id/products', { config: { endpoint: 'products' } }, async (request, reply) => {
    const catalog = await open(request, reply, 'read')
    await workBatches(world)
    const filter = readFilter(text(request.query, 'filter') ?? '{}')
    if (!filter) throw refuseGraph('(#100) The parameter filter is not a valid rule', 100)
    const limit = Math.min(Math.max(1, Number(text(request.query, 'limit') ?? 25) || 25), 1000)
    const fields = (text(request.query, 'fields') ?? 'id,retailer_id,name').split(',')
    return readItems(world, catalog, filter, { limit, after: text(request.query, 'after') ?? '', fields })
  })
}
