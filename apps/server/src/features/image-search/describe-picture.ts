import type { Looks } from '@omni/domain/image-search/vectors.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import { guardedFetch, GuardedFetchError } from '../../platform/guarded-fetch.ts'
import { modelsDir } from '../../platform/picture-model/model-file.ts'
import { type PictureModel, pictureModel } from '../../platform/picture-model/picture-model.ts'
import { storeVector } from './store-vector.ts'

export const modelOf = (config: Config, use: 'foreground' | 'background'): PictureModel =>
  pictureModel(modelsDir(config), use)

/** `unreachable`: nobody answers there, which says little about the picture. `no_model`: nothing was tried. */
export type Outcome = 'described' | 'broken' | 'unreachable' | 'no_model'

/** Describes a product's picture and keeps the vector, or that there is none to be had. */
export async function describePicture(
  db: Db,
  config: Config,
  model: PictureModel,
  product: { id: number; image: string },
): Promise<Outcome> {
  let looks: Looks | null = null
  let outcome: Outcome = 'broken'
  try {
    const { bytes } = await guardedFetch(product.image, config.SANDBOX_URL)
    const described = await model.describe({ picture: bytes, purpose: 'catalogue' })
    if (described.ok) {
      const { vector, colours } = described
      if (vector === null) return 'no_model'
      looks = { vector, colours }
      outcome = 'described'
    }
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error
    if (error.reason === 'unreachable') outcome = 'unreachable'
  }
  await db.tx((tx) => storeVector(tx, product.id, product.image, looks))
  return outcome
}
