import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { shouldReport } from '@omni/domain/telemetry/vitals.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { keep } from './keep.ts'

const keepVitals = keep('vitals')

export const telemetry: Feature = {
  calls: serve(telemetryCalls, {
    logEvents: keep('event'),
    logAttributes: keep('attributes'),
    logUserAction: keep('user_action'),
    logProductInteraction: keep('product_interaction'),
    logPlaceOrderError: keep('place_order_error'),
    // A client that reports a healthy value is answered, and the value forgotten.
    logVitals: async (ctx, vital) =>
      shouldReport({ [vital.name]: vital.value }) ? keepVitals(ctx, vital) : { accepted: false },
  }),
  jobs: [],
  on: {},
}
