import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { addParcel } from './add-parcel.ts'
import { changeParcelCarrier } from './change-parcel-carrier.ts'
import { checkParcel } from './check-parcel.ts'
import { countParcels } from './count-parcels.ts'
import { dismissParcel } from './dismiss-parcel.ts'
import { getTrackingPage } from './get-tracking-page.ts'
import { getTrackingSettings } from './get-tracking-settings.ts'
import { listParcelAttention } from './list-parcel-attention.ts'
import { listParcels } from './list-parcels.ts'
import { trackingPages } from './pages.ts'
import { previewTrackingPage } from './preview-tracking-page.ts'
import { trackingReceivers } from './receivers.ts'
import { pollParcelsJob } from './poll-parcels.job.ts'
import { updateTrackingSettings } from './update-tracking-settings.ts'

/** Parcels, followed to the door, and the page on which their buyers follow them. */
export const tracking: Feature = {
  calls: serve(trackingCalls, {
    listParcels,
    countParcels,
    listParcelAttention,
    addParcel,
    changeParcelCarrier,
    checkParcel,
    dismissParcel,
    getTrackingPage,
    getTrackingSettings,
    updateTrackingSettings,
    previewTrackingPage,
  }),
  jobs: [pollParcelsJob],
  receivers: trackingReceivers,
  pages: trackingPages,
}
