import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import * as keptReports from './kept-reports.ts'
import { logVitals } from './log-vitals.ts'

export const telemetry: Feature = { calls: serve(telemetryCalls, { ...keptReports, logVitals }) }
