/** Foundation spec §7: a web vital is reported only past its threshold. */
import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { shouldReport } from '@omni/domain/telemetry/vitals.ts'
import { send } from './client.ts'

/** Loaded after the page is idle: measuring must not slow down what it measures. */
export async function watchVitals() {
  const { onCLS, onINP, onLCP } = await import('web-vitals')
  const report = ({ name, value }: { name: string; value: number }) => {
    if (name !== 'LCP' && name !== 'CLS' && name !== 'INP') return
    if (shouldReport({ [name]: value }))
      void send(telemetryCalls.logVitals, { name, value, url: window.location.pathname })
  }
  onLCP(report)
  onCLS(report)
  onINP(report)
}
