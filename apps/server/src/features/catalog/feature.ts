import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { addFavourites } from './add-favourites.ts'
import { disableProduct } from './disable-product.ts'
import { listHiddenProducts } from './list-hidden-products.ts'
import { listFavourites } from './list-favourites.ts'
import { removeFavourite } from './remove-favourite.ts'
import { findByCollection } from './find-by-collection.ts'
import { findProducts, findResearchProducts, listDropshippingProducts, searchCatalogue } from './find-products.ts'
import { getCategoryTree } from './get-category-tree.ts'
import { getIngestPlan } from './get-ingest-plan.ts'
import { backfillHistoryJob } from './ingest/backfill-history.job.ts'
import { countCatalogueJob, ingestAllJob, ingestSourceJob } from './ingest/ingest-source.job.ts'
import { quoteCountriesJob } from './ingest/quote-countries.job.ts'
import { captures } from './ingest/take-captures.ts'
import { getRelatedKeywords } from './get-related-keywords.ts'
import { getSuggestKeywords } from './get-suggest-keywords.ts'
import { getTrendingKeywords } from './get-trending-keywords.ts'
import { listCollections } from './list-collections.ts'
import { listCampaignProducts } from './list-campaign-products.ts'
import { listExpertsChoice } from './list-experts-choice.ts'
import { listInspiredProducts } from './list-inspired-products.ts'
import { recommendUnmapped } from './recommend-unmapped.ts'
import { heldBitmaps } from './search/held-bitmaps.ts'

/** The catalogue of all suppliers: filling it, searching it, choosing from it. */
export const catalog: Feature = {
  calls: serve(catalogCalls, {
    findProducts,
    searchCatalogue,
    findResearchProducts,
    listDropshippingProducts,
    getCategoryTree,
    getIngestPlan,
    listCollections,
    findByCollection,
    getTrendingKeywords,
    getSuggestKeywords,
    getRelatedKeywords,
    listCampaignProducts,
    listInspiredProducts,
    recommendUnmapped,
    listExpertsChoice,
    disableProduct,
    listHiddenProducts,
    addFavourites,
    removeFavourite,
    listFavourites,
  }),
  jobs: [ingestAllJob, ingestSourceJob, quoteCountriesJob, countCatalogueJob, backfillHistoryJob],
  receivers: [captures],
  warm: ({ db, config, log }) => heldBitmaps({ db: db({}), key: config.DATABASE_URL, log }),
}
