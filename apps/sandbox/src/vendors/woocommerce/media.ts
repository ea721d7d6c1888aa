import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site, WooWorld } from './auth.ts'
import { homeOf } from './auth.ts'
import { wpError, gmtDate, siteDate } from './wp.ts'

const ALLOWED = /\.(jpe?g|jpe|gif|png|bmp|tiff?|ico|webp)$/i
const DOWNLOAD_MS = 60_000
const TIMED_OUT = `cURL error 28: Operation timed out after ${DOWNLOAD_MS} milliseconds`

export interface ImageInput {
  id?: number | undefined
  src?: string | undefined
  name?: string | undefined
  alt?: string | undefined
}

type What = 'product' | 'variation'

const problem = (what: What, message: string) => wpError(400, `woocommerce_${what}_image_upload_error`, message)

/** Downloads a picture into the media library. Every time it is asked to: WooCommerce compares nothing. */
async function sideload(world: WooWorld, site: Site, src: string, what: What): Promise<number> {
  await sleep(site.sideload_ms)
  const file = src.split('?')[0]?.split('/').at(-1) ?? ''
  const failure = (why: string) => problem(what, `Error getting remote image ${src}. Error: ${why}`)
  if (site.sideload_fails) throw failure(TIMED_OUT)
  if (!URL.canParse(src)) throw failure('A valid URL was not provided.')
  const signal = AbortSignal.timeout(DOWNLOAD_MS)
  const reply = await fetch(src, { signal }).catch(() => null)
  if (!reply) throw failure(signal.aborted ? TIMED_OUT : 'cURL error 7: Failed to connect')
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (!reply.ok) throw failure(reply.statusText || 'Not Found')
  if (!ALLOWED.test(file)) throw problem(what, 'Invalid image: Sorry, you are not allowed to upload this file type.')
  const hash = createHash('sha256').update(bytes).digest('hex')
  const at = world.now()
  const { id } = await world.db
    .insertInto('media')
    .values({ site: site.site, file, title: file, alt: '', source: src, hash, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('journal')
    .values({ site: site.site, what: 'download', product_id: 0, name: hash, by: src.slice(0, 500), at })
    .execute()
  return id
}

/** The ids of a list of images, in its order. What was fetched for a list that fails is taken away again. */
export async function placeImages(
  world: WooWorld,
  site: Site,
  images: readonly ImageInput[],
  what: What = 'product',
): Promise<number[]> {
  const ids: number[] = []
  const fetched: number[] = []
  try {
    for (const { id, src, name, alt } of images) {
      const own = id ? await known(world, site, id, what) : await sideload(world, site, src ?? '', what)
      if (!id) fetched.push(own)
      ids.push(own)
      const change = { ...(alt && { alt }), ...(name && { title: name }) }
      if (Object.keys(change).length > 0)
        await world.db.updateTable('media').set(change).where('id', '=', own).execute()
    }
  } catch (error) {
    if (fetched.length > 0) await world.db.deleteFrom('media').where('id', 'in', fetched).execute()
    throw error
  }
  return ids
}

async function known(world: WooWorld, site: Site, id: number, what: What): Promise<number> {
  const found = await world.db
    .selectFrom('media')
    .select('id')
    .where('id', '=', id)
    .where('site', '=', site.site)
    .executeTakeFirst()
  if (!found) throw wpError(400, `woocommerce_${what}_invalid_image_id`, `#${id} is an invalid image ID.`)
  return found.id
}

export async function imagesOf(world: WooWorld, site: Site, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, object>()
  const rows = await world.db.selectFrom('media').selectAll().where('id', 'in', ids).execute()
  return new Map(
    rows.map((row) => {
      const local = siteDate(row.created_at, site.utc_offset_h)
      const gmt = gmtDate(row.created_at)
      const image = {
        id: row.id,
        date_created: local,
        date_created_gmt: gmt,
        date_modified: local,
        date_modified_gmt: gmt,
        src: `${homeOf(world, site)}/wp-content/uploads/${row.id}/${row.file}`,
        name: row.title,
        alt: row.alt,
      }
      return [row.id, image] as const
    }),
  )
}
