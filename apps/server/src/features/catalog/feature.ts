import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { addFavourites, disableProduct, listFavourites, removeFavourite } from './favourites.ts'
import {
  findByCollection,
  findProducts,
  findResearchProducts,
  listDropshippingProducts,
  searchCatalogue,
} from './find-products.ts'
import { getCategoryTree } from './get-category-tree.ts'
import { backfillHistoryJob } from './ingest/backfill-history.job.ts'
import { countCatalogueJob, ingestAllJob, ingestSourceJob } from './ingest/ingest-source.job.ts'
import { captures } from './ingest/take-captures.ts'
import { getRelatedKeywords, getSuggestKeywords, getTrendingKeywords } from './keywords.ts'
import { listCollections } from './list-collections.ts'
import { listCampaignProducts, listExpertsChoice, listInspiredProducts, recommendUnmapped } from './picks.ts'

/** The catalogue of all suppliers: filling it, searching it, choosing from it. */
export const catalog: Feature = {
  calls: serve(catalogCalls, {
    findProducts,
    searchCatalogue,
    findResearchProducts,
    listDropshippingProducts,
    getCategoryTree,
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
    addFavourites,
    removeFavourite,
    listFavourites,
  }),
  jobs: [ingestAllJob, ingestSourceJob, countCatalogueJob, backfillHistoryJob],
  on: {},
  receivers: [captures],
}
