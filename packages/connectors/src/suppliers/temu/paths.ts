/**
 * Where a Temu page keeps what, best place first. The page's state is `window.rawData`; its `store` is the root here.
 * Seen in public readers of 2025 and 2026, each written apart from the others: TemuHelper (PHP, a shop importer),
 * TemuHtmlParser (Java, "productscene"), DataCollector (JavaScript, a browser extension), a TypeScript extension that
 * downloads `rawData`, a Python source adapter, and an extension that exports Temu and 1688 together.
 * - SKUs in `store.sku` beside `goods`: all six. None reads SKUs inside of `goods`; that place is for older captures.
 * - `moduleMap.mallModule.data.mallData`: TemuHtmlParser, DataCollector. `mall.mallData`: the Python adapter and the
 *   exporting extension.
 * - `goods.sideSalesTip` as text: DataCollector and its copies. `goods.soldQuantity`: the exporting extension.
 * - `normalPriceStr` is what is paid, `normalLinePrice` and its `Str` are struck out: DataCollector, Python.
 * - `goodsProperty` beside `goods` (TemuHtmlParser, Python) or in it (TemuHelper, DataCollector, the exporting one).
 * - `crumbOptList` with `optName` (TemuHelper, DataCollector) or `title` (TemuHtmlParser, TypeScript); home is first.
 * - A trimmed page of a storage cabinet in the tests of one more Python reader (2026) has the second layout: `mall`,
 *   `reviewStore`, SKUs with `salePrice` alone and specs without ids.
 * - `review.reviewData`: the TypeScript and the exporting extension. `reviewStore`: the exporting one, TemuHtmlParser.
 * - `productDetail.floorList`, as an object or as JSON text: the Python adapter, the TypeScript extension.
 * - A whole recorded page of April 2026 (VIjinxx/xuanpin, samples: ear muffs, USA in Chinese) has all of the above in one
 *   state, and beside it `delivery.shippingDetail`, `goods.isLocalGoods` (also in that repository's tests),
 *   `review.reviewData.goodsScore`, 0 as the score of what nobody rated, -100 as the number of the home page, and 211 as
 *   the region of the USA: a number of Temu's own, so that the address names the country better.
 */
export const STORES = [
  'store',
  'rawData.store',
  'rawData',
  '__INITIAL_STATE__',
  '__PRELOADED_STATE__',
  'data.store',
  '',
] as const

export const PATHS = {
  goodsId: ['goodsId', 'goods.goodsId'],
  name: ['goods.goodsName', 'goods.title', 'goodsName', 'title'],
  sku: ['sku', 'goods.sku', 'goods.skus', 'skus'],
  gallery: ['goods.gallery', 'goods.bannerList', 'goods.images', 'gallery', 'images'],
  detail: ['productDetail', 'goods.detailList', 'productDetailFlatList'],
  description: ['goods.description', 'goods.detail', 'description'],
  properties: ['goodsProperty', 'goods.goodsProperty', 'goods.properties'],
  crumbs: ['crumbOptList', 'crumbList', 'goods.category'],
  categoryId: ['goods.catId', 'goods.catId4', 'goods.catId3', 'goods.catId2', 'goods.catId1', 'goods.categoryId'],
  mall: ['moduleMap.mallModule.data.mallData', 'mall.mallData', 'moduleMap.mallModule.data', 'mall', 'goods.mall'],
  mallId: ['goods.mallId', 'mallId'],
  sold: ['goods.soldQuantity', 'soldQuantity'],
  salesTip: ['goods.sideSalesTip', 'goods.salesTip', 'salesTip'],
  currency: ['localInfo.currency', 'goods.currency', 'currency'],
  region: ['localInfo.region', 'goods.region', 'region'],
  score: [
    'review.reviewData.reviewScore',
    'review.reviewData.goodsScore',
    'review.reviewScore',
    'reviewStore.showScore',
    'goods.review.goodsScore',
  ],
  reviewCount: ['review.reviewData.reviewNum', 'review.reviewNum', 'reviewStore.reviewNum', 'goods.review.reviewNum'],
  reviews: ['review.reviewData.reviewInfoList', 'reviews', 'goods.review.list', 'goods.reviews'],
  delivery: ['delivery.shippingDetail'],
  isLocal: ['goods.isLocalGoods'],
} as const
