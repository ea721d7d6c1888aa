import type { In } from '@omni/contracts/kernel.ts'
import type { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { shouldReport } from '@omni/domain/telemetry/vitals.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { keep } from './kept-reports.ts'

const keepVitals = keep('vitals')

/** A client that reports a healthy value is answered, and the value forgotten. */
export const logVitals = async (ctx: PublicCtx, vital: In<typeof telemetryCalls.logVitals>) =>
  shouldReport({ [vital.name]: vital.value }) ? keepVitals(ctx, vital) : { accepted: false }
