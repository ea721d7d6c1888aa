import type { PictureFile } from '../channel.ts'
import { ask, type TikTokCall } from './client.ts'
import { Uploaded } from './schemas.ts'

const UPLOAD_MS = 60_000

/**
 * A file becomes an address that products may name. Sent again it would only be there twice, so a lost reply is asked
 * again as a read is.
 */
export async function uploadPicture(
  call: TikTokCall,
  { picture_key, bytes, content_type }: PictureFile,
): Promise<{ remote_picture_id: string }> {
  const body = new FormData()
  const ending = content_type === 'image/png' ? 'png' : 'jpg'
  body.set('data', new Blob([Buffer.from(bytes)], { type: content_type }), `${picture_key}.${ending}`)
  body.set('use_case', 'MAIN_IMAGE')
  const request = { method: 'POST', path: '/product/202309/images/upload', body, no_shop: true } as const
  const { uri } = await ask(call, { ...request, timeout_ms: UPLOAD_MS }, Uploaded)
  return { remote_picture_id: uri }
}
