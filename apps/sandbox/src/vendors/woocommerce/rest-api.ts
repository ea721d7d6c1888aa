/** The API of every site, with pretty permalinks (/wp-json/…) and with plain ones (?rest_route=…). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Site, whoIs, type WooWorld } from './auth.ts'
import { orderRoutes } from './order-routes.ts'
import { productRoutes } from './product-routes.ts'
import type { Answer, Route } from './rest.ts'
import { shopRoutes } from './shop-routes.ts'
import { variationRoutes } from './variation-routes.ts'
import { notAllowed, wpError } from './wp.ts'

const ROUTES = [...shopRoutes, ...orderRoutes, ...productRoutes, ...variationRoutes].map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replaceAll('#', '(\\d+)')}/?$`),
}))
export const REST_ENDPOINTS: readonly string[] = [...new Set(ROUTES.map(({ endpoint }) => endpoint))]

/** PATCH and POST change a product as PUT does. */
const VERBS: Record<string, readonly Route['method'][]> = { POST: ['POST', 'PUT'], PATCH: ['PUT'] }

function match(method: string, path: string) {
  const verbs: readonly string[] = VERBS[method] ?? [method]
  for (const route of ROUTES) {
    const found = verbs.includes(route.method) ? route.pattern.exec(path) : null
    if (found) return { route, ids: found.slice(1).map(Number) }
  }
  return null
}

/** The route of a request to the API; null: it is a page. */
export function restPath(request: FastifyRequest): string | null {
  const { '*': rest } = request.params as { '*'?: string } // the wildcard of the route
  if (rest !== undefined) return `/${rest}`
  const query = request.query as Record<string, string> // texts, as any query
  return query['rest_route'] ?? null
}

export const endpointOf = (request: FastifyRequest): string => {
  const path = restPath(request)
  return (path === null ? undefined : match(request.method, path)?.route.endpoint) ?? ''
}

const NOTICE = [
  '<br />',
  '<b>Deprecated</b>:  Creation of dynamic property Broken_Plugin::$options[0] is deprecated in',
  '<b>/var/www/html/wp-content/plugins/broken/plugin.php</b> on line <b>12</b><br />\n',
].join('\n')

export async function answerRest(
  world: WooWorld,
  site: Site,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = match(request.method, path)
  if (!found) throw wpError(404, 'rest_no_route', 'No route was found matching the URL and request method.')
  const { route, ids } = found
  const key = route.open ? null : await whoIs(world, site, request)
  if (!route.open) {
    const writes = request.method !== 'GET'
    if (key && writes && key.permissions === 'read')
      throw wpError(
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have write permissions.',
      )
    if (key && !writes && key.permissions === 'write')
      throw wpError(
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have read permissions.',
      )
    if (!key || key.role !== 'administrator') throw notAllowed(key !== null, writes ? 'edit' : 'view')
  }
  const query = request.query as Record<string, string> // texts, as any query
  const { body: given } = request
  const body = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown> // just found to be one
  const answer = await route.run({ world, site, key, ids, query, body })
  return sendAnswer(site, answer, query, reply)
}

function sendAnswer(site: Site, answer: Answer, query: Record<string, string>, reply: FastifyReply) {
  reply.code(answer.status ?? 200)
  if (answer.total !== undefined) {
    reply.header('x-wp-total', String(answer.total))
    reply.header('x-wp-totalpages', String(Math.ceil(answer.total / (answer.per_page ?? 10))))
  }
  const fields = query['_fields']?.split(',')
  const text = JSON.stringify(fields ? only(answer.body, fields) : answer.body)
  return reply.type('application/json; charset=UTF-8').send(site.notices ? NOTICE + text : text)
}

function only(body: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((item: unknown) => only(item, fields))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)))
}
