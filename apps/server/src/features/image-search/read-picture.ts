import { LARGE_UPLOAD_LIMIT_BYTES } from '@omni/domain/images.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { guardedFetch, GuardedFetchError } from '../../platform/guarded-fetch.ts'
import type { DescribeAnswer, Described } from '../../platform/picture-model/picture-model.ts'
import { ProcessBusy } from '../../platform/pictures/lone-process.ts'
import { modelOf } from './describe-picture.ts'

type Field = 'image' | 'image_url'

/** The bytes at an address somebody gave. Addresses inside the house are refused, not looked at. */
export async function fetchPicture(ctx: Ctx, url: string): Promise<Uint8Array> {
  try {
    const { bytes } = await guardedFetch(url, ctx.config.SANDBOX_URL)
    if (bytes.length > LARGE_UPLOAD_LIMIT_BYTES) refuse('image_search.too_large', {}, { field: 'image_url' })
    return bytes
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error
    const key =
      error.reason === 'url_not_allowed'
        ? 'address_refused'
        : error.reason === 'too_large'
          ? 'too_large'
          : 'address_unreachable'
    refuse(`image_search.${key}`, {}, { field: 'image_url' })
  }
}

/** Decoded and described in the model's process. Without a model the picture is still checked. */
export async function readPicture(
  ctx: Ctx,
  bytes: Uint8Array,
  field: Field,
  purpose: 'search' | 'preview' = 'search',
): Promise<Described> {
  let answer: DescribeAnswer
  try {
    answer = await modelOf(ctx.config, 'foreground').describe({ picture: bytes, purpose })
  } catch (error) {
    if (error instanceof ProcessBusy) refuse('image_search.busy', {}, { retry_after_s: 5 })
    throw error
  }
  if (!answer.ok) refuse('image_search.not_a_picture', {}, { field })
  return answer
}
