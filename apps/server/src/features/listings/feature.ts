import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { timeNow } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { bulkUpdateAndPush } from './bulk-update-and-push.ts'
import { checkPush } from './check-push.ts'
import { chooseStoreGroup } from './choose-store-group.ts'
import { getListingDetails, listMarketCategories } from './get-listing-details.ts'
import { saveListingDetails } from './save-listing-details.ts'
import { getProductPublication } from './get-product-publication.ts'
import { readPending, sweepStore } from './jobs.ts'
import { listMapped } from './list-mapped.ts'
import { listStoreGroups } from './list-store-groups.ts'
import { listUnmapped } from './list-unmapped.ts'
import { pushAll } from './push-all.ts'
import { pushFavourite } from './push-favourite.ts'
import { pushImported } from './push-imported.ts'
import { pushProducts, pushToStores } from './push.ts'
import { pushWork } from './push-run.ts'
import { pushSource } from './push-source.ts'
import { PENDING_PAUSE_MS, readChangedJob, readPendingJob, sweepStoreJob } from './read-store.job.ts'
import { readTogetherJob } from './read-together.job.ts'
import { listingSends } from './send-listing.ts'
import { placeSends } from './send-place.ts'
import { setProductPublication } from './set-product-publication.ts'
import { workListingsJob } from './work-listings.job.ts'
import { decideListing, setListingStatus } from './answer-listing.ts'

/** What is listed in which store, how it gets there and how it stays right. */
export const listings: Feature = {
  calls: serve(listingCalls, {
    pushProducts,
    pushToStores,
    bulkUpdateAndPush,
    pushAll,
    pushSource,
    pushFavourite,
    checkPush,
    listStoreGroups,
    listMarketCategories,
    getListingDetails,
    saveListingDetails,
    chooseStoreGroup,
    listMapped,
    listUnmapped,
    setListingStatus,
    getProductPublication,
    setProductPublication,
    decideListing,
  }),
  jobs: [workListingsJob, readPendingJob, readChangedJob, sweepStoreJob, readTogetherJob],
  on: {
    'products.imported': { pushImported },
    'store.connected': { 'read the store': (ctx, id) => ctx.db.tx((tx) => enqueue(tx, sweepStore, id)) },
    'store.changed_remotely': {
      'read what changed': {
        within: (tx, id) => enqueue(tx, readPending, id, new Date(timeNow().getTime() + PENDING_PAUSE_MS)),
      },
    },
  },
  attempts: [...listingSends, ...placeSends] as unknown as NonNullable<Feature['attempts']>, // each parses its own input
  runs: [pushWork],
}
