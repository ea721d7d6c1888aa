import type { FastifyInstance } from 'fastify'
import { Fail } from './fail.ts'
import type { Runtime } from './runtime.ts'
import type { Secrets } from './secrets.ts'

/** Ours alone: what a file was called or said to be plays no part. */
const TYPES: Partial<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  json: 'application/json',
  // Saved, never shown here: every private file is an attachment.
  html: 'text/html; charset=utf-8',
}
/** The areas whose files anybody may see who knows their address: pictures that shops show. */
const PUBLIC_KEY = /^galleries\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.(webp|jpg)$/
/** What belongs to one person or workplace: served to whoever holds a signed address, until it ends. */
const PRIVATE_KEY = /^private\/[a-z-]+\/[0-9a-f-]{36}\/([a-z0-9-]+\.(\w+))$/
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

const PURPOSE = 'file'
const signedText = (key: string, ends: string) => `${ends} ${key}`

/** The address of a private file (`private/area/owner/name.ext`); it opens nothing after `ends_at`. */
export function signedFileUrl(secrets: Secrets, key: string, ends_at: Date): string {
  if (!PRIVATE_KEY.test(key)) throw new Error('only private files have signed addresses')
  const ends = String(ends_at.getTime())
  return `${fileUrl(key)}?${new URLSearchParams({ ends, signature: secrets.sign(PURPOSE, signedText(key, ends)) })}`
}

/** A public file, or a private one with an address that holds; everything else is answered as if it did not exist. */
export function serveFiles(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(`${PREFIX}*`, async (request, reply) => {
    const key = request.params['*']
    const secret = PRIVATE_KEY.exec(key)
    if (secret && !holds(runtime, key, request.query)) throw new Fail('not_found')
    const type = TYPES[secret?.[2] ?? PUBLIC_KEY.exec(key)?.[1] ?? '']
    const bytes = type ? await runtime.services.storage.get(key) : null
    if (!type || !bytes) throw new Fail('not_found')
    if (secret)
      reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${secret[1]}"`)
    // A public key is never written twice, so a browser keeps what it has.
    else reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`)
    return reply.header('x-content-type-options', 'nosniff').type(type).send(Buffer.from(bytes))
  })
}

function holds(runtime: Runtime, key: string, { ends, signature }: Record<string, unknown>): boolean {
  if (typeof ends !== 'string' || typeof signature !== 'string') return false
  return runtime.secrets.isSigned(PURPOSE, signedText(key, ends), signature) && Number(ends) > runtime.now().getTime()
}
