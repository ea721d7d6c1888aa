import { randomUUID } from 'node:crypto'
import { allJobs } from './features.ts'
import { giveUp, onStop, endOnFault } from './platform/boot.ts'
import { readConfig } from './platform/config.ts'
import { beat } from './platform/health.ts'
import { runJobs } from './platform/jobs.ts'
import { serveMetrics } from './platform/metrics.ts'
import { createRuntime } from './platform/runtime.ts'

/** The worker process: background jobs, schedules, delivery of events. */
try {
  const config = readConfig()
  const runtime = createRuntime(config, 'worker')
  endOnFault(runtime.log)
  const { stop, holds } = await runJobs(runtime, allJobs())
  const metrics = config.METRICS_PORT === undefined ? undefined : serveMetrics(config.METRICS_PORT)
  const heart = beat(runtime, randomUUID(), holds)
  process.send?.({ ready: true })
  onStop(async () => {
    metrics?.close()
    // In this order: a job that is still being finished must not look abandoned.
    await stop()
    await heart.stop()
    await runtime.close()
  })
} catch (error) {
  giveUp(`The worker cannot start: ${error instanceof Error ? error.message : String(error)}`)
}
