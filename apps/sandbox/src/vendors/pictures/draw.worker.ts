import { composePicture } from '../../catalogue/pictures/compose-picture.ts'
import { readKey } from '../../catalogue/pictures/picture-key.ts'

/** null: there is no such picture. */
export default async function draw({ key, size }: { key: string; size: number }): Promise<Uint8Array | null> {
  const read = readKey(key)
  return read && composePicture(read, size)
}
