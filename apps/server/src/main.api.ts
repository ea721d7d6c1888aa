import { features } from './features.ts'
import { createApi } from './platform/api.ts'
import { endOnFault, giveUp, onStop, reportReady } from './platform/boot.ts'
import { readConfig } from './platform/config.ts'
import { warnOfLogin } from './platform/health.ts'
import { createHeavy } from './platform/heavy.ts'
import { serveMetrics } from './platform/metrics.ts'
import { createRuntime } from './platform/runtime.ts'
import { connectVendors } from './vendors.ts'

/** The api process: the spec's calls, realtime, and the web app. */
try {
  const config = readConfig()
  const runtime = createRuntime(config, 'api', connectVendors)
  endOnFault(runtime.log)
  const app = await createApi(runtime, features, createHeavy(config))
  const metrics = config.METRICS_PORT === undefined ? undefined : serveMetrics(config.METRICS_PORT)
  await app.listen({ port: config.PORT, host: config.HOST })
  reportReady()
  void warnOfLogin(runtime)
  for (const { warm } of features)
    warm?.(runtime).catch((error: unknown) => runtime.log.error({ err: error }, 'an area could not be made ready'))
  onStop(async () => {
    metrics?.close()
    await app.close()
    await runtime.close()
  })
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  giveUp(
    taken
      ? `Port ${process.env['PORT'] ?? 3000} is taken by another program. Set PORT to a free one.`
      : `The api cannot start: ${error instanceof Error ? error.message : String(error)}`,
  )
}
