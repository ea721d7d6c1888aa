import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { refuse, success } from './envelope.ts'
import { withoutShop } from './guard.ts'
import { pictureUrl } from './show.ts'
import type { TikTokWorld } from './tables.ts'

const MOST_BYTES = 5 * 1024 * 1024
const PIXELS = { least: 100, most: 20_000 }
const USE_CASES = ['MAIN_IMAGE', 'ATTRIBUTE_IMAGE', 'DESCRIPTION_IMAGE', 'CERTIFICATION_IMAGE', 'SIZE_CHART_IMAGE']
const FORMATS: Record<string, string> = { jpeg: 'image/jpeg', png: 'image/png' }

/** A form with a file, read from its bytes: as text they would be lost. */
export function imageRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )

  app.post(
    '/product/202309/images/upload',
    { config: { endpoint: 'images.upload' }, bodyLimit: 8 * 1024 * 1024 },
    async (request) => {
      const seller = await withoutShop(world, request)
      const type = request.headers['content-type'] ?? ''
      if (!type.startsWith('multipart/form-data'))
        throw refuse(36009023, 'Invalid request format. The `content-type` header must be `multipart/form-data`.', 400)
      const form = await new Response(new Uint8Array(request.body as Buffer), {
        headers: { 'content-type': type },
      }).formData() // as the parser left it
      const data = form.get('data')
      const use_case = String(form.get('use_case') ?? 'MAIN_IMAGE')
      if (!(data instanceof File) || !USE_CASES.includes(use_case))
        throw refuse(12038002, 'Invalid upload file. Please ensure you are passing the correct file.')
      const bytes = Buffer.from(await data.arrayBuffer())
      if (bytes.length > MOST_BYTES) throw refuse(12038005, 'The file size exceeds the maximum allowed size.')
      const {
        format,
        width = 0,
        height = 0,
      } = await sharp(bytes)
        .metadata()
        .catch(() => ({ format: '' }) as { format: string; width?: number; height?: number })
      const content = FORMATS[format ?? '']
      if (!content) throw refuse(12038004, 'Failed to process the image. The format or content is not supported.')
      if (Math.min(width, height) < PIXELS.least || Math.max(width, height) > PIXELS.most)
        throw refuse(12038014, 'The image dimensions exceed the allowed limits.')
      const uri = `tos-useast5-i-sandbox-tx/${randomBytes(16).toString('hex')}`
      const hash = createHash('sha256').update(bytes).digest('hex')
      await world.db
        .insertInto('images')
        .values({ uri, seller, hash, type: content, bytes, width, height, use_case })
        .execute()
      await world.db.insertInto('uploads').values({ seller, hash, uri, at: world.now() }).execute()
      return success({ uri, url: pictureUrl(world, uri), width, height, use_case })
    },
  )

  app.get<{ Params: { bucket: string; name: string } }>(
    '/img/:bucket/:name',
    { config: { asset: true } },
    async ({ params }, reply) => {
      const uri = `${params.bucket}/${params.name}`.replaceAll('\0', '')
      const image = await world.db
        .selectFrom('images')
        .select(['type', 'bytes'])
        .where('uri', '=', uri)
        .executeTakeFirst()
      return image ? reply.type(image.type).send(image.bytes) : reply.code(404).send('')
    },
  )
}
