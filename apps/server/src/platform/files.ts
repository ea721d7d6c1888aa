import type { FastifyInstance } from 'fastify'
import { Fail } from './fail.ts'
import type { Runtime } from './runtime.ts'

/** Ours alone: what a file was called or said to be plays no part. */
const TYPES: Partial<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' }
/** The areas whose files anybody may see who knows their address: pictures that shops show. */
const PUBLIC_KEY = /^galleries\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.(\w+)$/
const YEAR_S = 31_536_000
const PREFIX = '/files/'

/** The address of a stored file, inside our own site. */
export const fileUrl = (key: string) => `${PREFIX}${key}`

/** The key behind an address of ours, with or without the site before it; null for any other address. */
export function fileKey(url: string, public_url: string): string | null {
  const site = public_url.replace(/\/$/, '')
  const path = url.startsWith(`${site}/`) ? url.slice(site.length) : url
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length) : null
}

/** Stored pictures. A key is never written twice, so a browser keeps what it has. */
export function serveFiles(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Params: { '*': string } }>(`${PREFIX}*`, async (request, reply) => {
    const key = request.params['*']
    const type = TYPES[PUBLIC_KEY.exec(key)?.[1] ?? '']
    const bytes = type ? await runtime.services.storage.get(key) : null
    if (!type || !bytes) throw new Fail('not_found')
    return reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('x-content-type-options', 'nosniff')
      .type(type)
      .send(Buffer.from(bytes))
  })
}
