import type { ListingPicture } from '@omni/domain/channels/document.ts'
import { fileKey } from '../../platform/files.ts'
import { guardedFetch, GuardedFetchError } from '../../platform/guarded-fetch.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import { redrawPicture } from '../../platform/pictures/pictures.ts'
import type { OpenStore } from '../stores/open-store.ts'
import { returnQuota } from './quota.ts'
import { type ListingId, lockListing, toListing, writeStep } from './listing-row.ts'

/** Several listings may share a picture. Whoever comes second waits for the first. */
const underWay = new Map<string, Promise<string>>()

/**
 * Brings files to a store that takes no addresses, each once. False: one of them cannot be brought, and the listing says
 * so; it waits for another picture, or for somebody to try again.
 */
export async function bringPictures(
  ctx: JobCtx,
  store: OpenStore,
  id: ListingId,
  pictures: readonly ListingPicture[],
): Promise<boolean> {
  for (const picture of pictures) {
    const name = `${store.store_id} ${picture.picture_key}`
    const going = underWay.get(name) ?? bring(ctx, store, picture).finally(() => underWay.delete(name))
    underWay.set(name, going)
    try {
      await going
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error
      await refuseListing(ctx, id, error.message)
      return false
    }
  }
  return true
}

class UnusablePicture extends Error {}

async function bring(ctx: JobCtx, store: OpenStore, { picture_key, url }: ListingPicture): Promise<string> {
  const { channel, workplace_id, store_id } = store
  if (!channel.pictures) throw new Error('this store fetches pictures itself')
  const drawn = await redrawPicture({ picture: await bytesAt(ctx, url), as: 'jpeg' })
  if (!drawn.ok) throw new UnusablePicture(`This picture cannot be used (${drawn.reason}): ${url}`)
  const file = { picture_key, bytes: drawn.picture, content_type: 'image/jpeg' as const }
  const { remote_picture_id } = await channel.pictures.upload(file)
  await ctx.db.tx((tx) =>
    tx
      .insertInto('store_pictures')
      .values({ workplace_id, store_id, picture_key, remote_picture_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return remote_picture_id
}

/** Our own files are read where they are; addresses of others are fetched as everything that somebody gave. */
async function bytesAt(ctx: JobCtx, url: string): Promise<Uint8Array> {
  const key = fileKey(url, ctx.config.PUBLIC_URL)
  const own = key === null ? null : await ctx.services.storage.get(key)
  if (own) return own
  try {
    return (await guardedFetch(url, ctx.config.SANDBOX_URL)).bytes
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error
    throw new UnusablePicture(`This picture cannot be fetched (${error.reason}): ${url}`)
  }
}

const refuseListing = (ctx: JobCtx, id: ListingId, problem: string): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const row = await lockListing(tx, id)
    if (!row || row.open !== null) return
    const still = { listing: { ...toListing(row), state: 'refused' as const }, command: null, notes: [] }
    await writeStep(tx, row, still, ctx.clock(), { problem, due_at: null })
    if (row.remote_id === null) await returnQuota(tx, row)
  })
