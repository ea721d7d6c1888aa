import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client'

collectDefaultMetrics({ prefix: 'omni_' })

const httpSeconds = new Histogram({
  name: 'omni_http_request_seconds',
  help: 'Time to answer a call',
  labelNames: ['call', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})
/** Looking labels up costs as much as the rest of the answer's bookkeeping, so each pair is looked up once. */
const observers = new Map<string, { observe: (seconds: number) => void }>()
export function observeCall(call: string, status: number, seconds: number): void {
  const key = `${call} ${status}`
  let observer = observers.get(key)
  if (!observer) {
    observer = httpSeconds.labels(call, String(status))
    observers.set(key, observer)
  }
  observer.observe(seconds)
}

export const jobSeconds = new Histogram({
  name: 'omni_job_seconds',
  help: 'Time a job ran',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
})
export const jobsExhausted = new Counter({
  name: 'omni_jobs_exhausted_total',
  help: 'Jobs that will not be tried again',
  labelNames: ['job'] as const,
})
export const attemptAlarms = new Counter({
  name: 'omni_attempt_alarms_total',
  help: 'Effects at a vendor that came to light late or twice; must stay 0',
  labelNames: ['alarm'] as const,
})
export const paymentAlarms = new Counter({
  name: 'omni_payment_alarms_total',
  help: 'Payments whose amount is not ours, that nobody decides, or that the books do not explain; must stay 0',
  labelNames: ['alarm'] as const,
})
export const paymentReturns = new Counter({
  name: 'omni_payment_returns_total',
  help: 'Payments that were given back, or that their payer wants back',
  labelNames: ['kind'] as const,
})
export const placementAlarms = new Counter({
  name: 'omni_placement_alarms_total',
  help: 'Supplier orders that were bought late or twice; must stay 0',
  labelNames: ['alarm'] as const,
})
export const unreadRows = new Counter({
  name: 'omni_unread_rows_total',
  help: "Rows of vendors' replies that could not be read and were left out",
  labelNames: ['vendor'] as const,
})
export const unknownStates = new Counter({
  name: 'omni_unknown_states_total',
  help: 'Reads of orders whose state at the supplier we have no word for',
  labelNames: ['vendor', 'word'] as const,
})
export const realtimeClients = new Gauge({ name: 'omni_realtime_clients', help: 'Browsers listening on this process' })

/** Prometheus reads here: a port of its own on the loopback address, so that it is never public by accident. */
export function serveMetrics(port: number): { close: () => void } {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(error.code === 'EADDRINUSE' ? `Metrics port ${port} is taken; metrics are off.` : error.message)
  })
  server.listen(port, '127.0.0.1')
  return server
}
