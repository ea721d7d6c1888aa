import type { FastifyInstance } from 'fastify'
import { FULL_SIZE, SIZES } from '../../catalogue/pictures/compose-picture.ts'
import type { Pictures } from './kept-pictures.ts'

const closest = (asked: number) => SIZES.find((size) => size >= asked) ?? FULL_SIZE

export function pictureRoutes(app: FastifyInstance, picture: Pictures) {
  app.get<{ Params: { file: string }; Querystring: { w?: string } }>(
    '/:file',
    { config: { asset: true } },
    async (request, reply) => {
      const key = /^(.+)\.webp$/.exec(request.params.file)?.[1]
      const asked = Number(request.query.w ?? FULL_SIZE)
      // Browsers say that a page shows it.
      const asker = request.headers['sec-fetch-dest'] === 'image' ? 'person' : 'program'
      const size = closest(Number.isFinite(asked) ? asked : FULL_SIZE)
      const found = key === undefined ? null : await picture(key, size, asker)
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
