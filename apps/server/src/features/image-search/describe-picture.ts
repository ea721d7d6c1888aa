import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import { guardedFetch, GuardedFetchError } from '../../platform/guarded-fetch.ts'
import { modelsDir } from '../../platform/picture-model/model-file.ts'
import { type PictureModel, pictureModel } from '../../platform/picture-model/picture-model.ts'
import { storeVector } from './store-vector.ts'

export const modelOf = (config: Config, use: 'asked' | 'background'): PictureModel => pictureModel(modelsDir(config), use)

/** Describes a product's picture and keeps the vector, or that there is none to be had. `no_model`: nothing was tried. */
export async function describePicture(db: Db, config: Config, model: PictureModel, product: { id: number; image: string }): Promise<Int8Array | null | 'no_model'> {
  let vector: Int8Array | null = null
  try {
    const { bytes } = await guardedFetch(product.image, config.SANDBOX_URL)
    const described = await model.describe({ picture: bytes, jpeg: false })
    if (described.ok && described.vector === null) return 'no_model'
    vector = described.ok ? described.vector : null
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error
  }
  await db.tx((tx) => storeVector(tx, product.id, product.image, vector))
  return vector
}
