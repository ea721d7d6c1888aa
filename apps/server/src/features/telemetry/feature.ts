import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import * as keptReports from './kept-reports.ts'
import { logVitals } from './log-vitals.ts'

/** What clients report: errors, vitals, views. It is kept for the operator, and the app's own role cannot read it. */
export const telemetry: Feature = { calls: serve(telemetryCalls, { ...keptReports, logVitals }) }
