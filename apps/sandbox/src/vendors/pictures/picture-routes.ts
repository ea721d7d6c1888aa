import type { FastifyInstance } from 'fastify'
import { readKey } from '../../catalogue/pictures/picture-key.ts'
import { composePicture, SIZES } from '../../catalogue/pictures/compose-picture.ts'

const MOST_KEPT_BYTES = 48 * 1024 * 1024

/** Drawn when first asked for and kept while there is room, the least recently wanted leaving first. */
const kept = new Map<string, Buffer>()
const underWay = new Map<string, Promise<Buffer | null>>()
let keptBytes = 0

function keep(name: string, picture: Buffer) {
  kept.delete(name)
  kept.set(name, picture)
  keptBytes += picture.length
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= MOST_KEPT_BYTES) break
    kept.delete(oldest)
    keptBytes -= length
  }
}

async function picture(text: string, size: number): Promise<Buffer | null> {
  const key = readKey(text)
  if (!key) return null
  const name = `${text} ${size}`
  const known = kept.get(name)
  if (known) {
    keptBytes -= known.length
    keep(name, known)
    return known
  }
  const work = underWay.get(name) ?? composePicture(key, size).finally(() => underWay.delete(name))
  underWay.set(name, work)
  const made = await work
  if (made && !kept.has(name)) keep(name, made)
  return made
}

const closest = (asked: number) => SIZES.find((size) => size >= asked) ?? 800

export function pictureRoutes(app: FastifyInstance) {
  app.get<{ Params: { file: string }; Querystring: { w?: string } }>(
    '/:file',
    { config: { asset: true } },
    async (request, reply) => {
      const key = /^(.+)\.webp$/.exec(request.params.file)?.[1]
      const asked = Number(request.query.w ?? 800)
      const found = key === undefined ? null : await picture(key, closest(Number.isFinite(asked) ? asked : 800))
      if (!found) return reply.code(404).send({ error: 'not_found', message: 'There is no such picture' })
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/webp')
        .send(found)
    },
  )
}
