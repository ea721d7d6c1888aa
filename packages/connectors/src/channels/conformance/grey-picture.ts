import { deflateSync, crc32 } from 'node:zlib'
import type { ListingPicture } from '@omni/domain/channels/document.ts'
import type { PictureFile } from '../channel.ts'

const SIDE = 300

const chunk = (name: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(name), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A grey picture of the least size that may be listed; the text makes it another file. */
export function greyPicture({ picture_key, url }: ListingPicture): PictureFile {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(SIDE * (SIDE + 1), 0))
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${url}`)),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { picture_key, bytes, content_type: 'image/png' }
}
