import { randomUUID } from 'node:crypto'
import { endOnFault, giveUp, onStop, reportReady } from './boot.ts'
import { readConfig } from './config.ts'
import { beat, warnOfLogin } from './health.ts'
import { runJobs } from './job-runner.ts'
import type { Job } from './jobs.ts'
import { serveMetrics } from './metrics.ts'
import { type Connect, createRuntime } from './runtime.ts'

/** A worker process: runs jobs until it is stopped. Whoever started it is told under which id it leases them. */
export async function runWorker(jobs: Job[], connect: Connect): Promise<void> {
  try {
    const config = readConfig()
    const runtime = createRuntime(config, 'worker', connect)
    endOnFault(runtime.log)
    const worker_id = randomUUID()
    const heart = await beat(runtime, worker_id)
    const { stop } = await runJobs(runtime, jobs, worker_id)
    const metrics = config.METRICS_PORT === undefined ? undefined : serveMetrics(config.METRICS_PORT)
    reportReady({ worker_id })
    void warnOfLogin(runtime)
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
}
