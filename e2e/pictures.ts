import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

export interface PictureFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const HEIC = fileURLToPath(new URL('../apps/server/test-pictures/red-blue.heic', import.meta.url))

/** Pictures no two of which are alike, in the kinds sellers have: JPEG, PNG, WebP. */
export const makePictures = (count: number): Promise<PictureFile[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const kind = (['jpeg', 'png', 'webp'] as const)[n % 3] ?? 'png'
      const picture = sharp({
        create: {
          width: 320 + n,
          height: 240,
          channels: 3,
          background: { r: (n * 37) % 256, g: (n * 91) % 256, b: 120 },
        },
      })
      return {
        name: `picture-${n + 1}.${kind === 'jpeg' ? 'jpg' : kind}`,
        mimeType: `image/${kind}`,
        buffer: await picture.toFormat(kind).toBuffer(),
      }
    }),
  )

/** As a phone saves it; browsers do not know its type. */
export const heicPicture = (): PictureFile => ({ name: 'from-a-phone.heic', mimeType: '', buffer: readFileSync(HEIC) })

/** Calls itself a picture; only its bytes tell. */
export const badPicture = (): PictureFile => ({
  name: 'broken.png',
  mimeType: 'image/png',
  buffer: Buffer.from('this is no picture at all'),
})
