import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { getPriceDetail } from './get-price-detail.ts'
import { getCatalogueProduct } from './get-catalogue-product.ts'
import { getSourceProduct } from './get-source-product.ts'
import { listReviews } from './list-reviews.ts'
import { getAliexpressLogistics, getProductLogistics, getSourceLogistics } from './logistics.ts'
import { getSourceStock } from './get-source-stock.ts'
import { quickScan } from './quick-scan.ts'

/** One product of a supplier before it is imported: variants, prices with shipping, stock, reviews, and who sells the same. */
export const productDetail: Feature = {
  calls: serve(productDetailCalls, {
    getSourceProduct,
    getCatalogueProduct,
    getPriceDetail,
    listReviews,
    quickScan,
    getAliexpressLogistics,
    getProductLogistics,
    getSourceLogistics,
    getSourceStock,
  }),
}
