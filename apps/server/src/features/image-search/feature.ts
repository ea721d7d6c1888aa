import { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { describePicturesJob } from './describe-pictures.job.ts'
import { findSuppliers } from './find-suppliers.ts'
import { getImageSearchState } from './get-image-search-state.ts'
import { getPictureAt } from './get-picture-at.ts'
import { getProductIdByImage } from './get-product-id-by-image.ts'
import { linkGoodsJob } from './link-goods.job.ts'

/** Search by image: the model, the catalogue's vectors, the index over them, and which offers are the same good. */
export const imageSearch: Feature = {
  calls: serve(imageSearchCalls, { findSuppliers, getPictureAt, getProductIdByImage, getImageSearchState }),
  jobs: [describePicturesJob, linkGoodsJob],
}
