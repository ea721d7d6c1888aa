import type { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { MAX_IMAGE_BYTES } from '@omni/domain/galleries/upload-rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { cleanName, nameOfLink } from './clean-name.ts'
import { keepPicture, mustHaveRoom } from './gallery-rows.ts'
import { drawAnew, failureKey, fetchLink, PictureFailure } from './picture-failure.ts'

type Input = In<typeof galleryCalls.uploadGallery>

/**
 * A picture into the gallery (sourcing spec §5, §8). What is wrong with one picture is an answer, not an error: the
 * others of a batch go on.
 */
export async function uploadGallery(ctx: Ctx, input: Input): Promise<Out<typeof galleryCalls.uploadGallery>> {
  const known = input.name || input.file?.name
  const name = known ? cleanName(known) : nameOfLink(input.link ?? '')
  try {
    await mustHaveRoom(ctx)
    const picture = await bytesOf(ctx, input)
    if (picture.length > MAX_IMAGE_BYTES) throw new PictureFailure('SIZE')
    const image = await keepPicture(ctx, await drawAnew({ picture }), {
      name,
      origin_id: null,
      origin_url: input.file ? null : (input.link ?? null),
    })
    return { image, error_code: null, message: null }
  } catch (error) {
    if (!(error instanceof PictureFailure)) throw error
    return { image: null, error_code: error.code, message: say(ctx.language, failureKey(error.code), { file: name }) }
  }
}

async function bytesOf(ctx: Ctx, { file, link }: Input): Promise<Uint8Array> {
  if (file) return new Uint8Array(await file.arrayBuffer())
  if (!link) throw new PictureFailure('MISSING')
  return fetchLink(ctx, link)
}
