/** Called by main.ts when everything it stands on is there. */
import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { PARTNERS_URL } from './platform/addresses.ts'
import { send } from './platform/client.ts'
import { showLanguage, startLanguage } from './platform/i18n.ts'
import { readStartParameters, setWorkplace } from './platform/session.ts'
import { watchVitals } from './platform/vitals.ts'
import { router, warmUp } from './routes.tsx'

const IDLE_MS = 3000

export async function start() {
  const { pathname, search } = window.location
  // Foundation spec §1: any path containing /campaign leaves for the partners page.
  if (pathname.includes('/campaign')) {
    window.location.replace(PARTNERS_URL || '/')
    return
  }
  const { customer_id, workplace_id } = readStartParameters(search)
  if (workplace_id) setWorkplace(workplace_id) // a request: membership is checked when the account arrives
  warmUp(pathname)
  // With everything at hand the first screen is drawn once: no empty shell first, no second drawing when the account
  // arrives.
  await Promise.all([showLanguage(startLanguage()), router.load()])
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  // As a transition React pauses between pieces of work: the page answers to a tap while it is still being drawn.
  startTransition(() => createRoot(element).render(<App />))
  // spec: not shown. The "notify call" of §2 is an event for the operator.
  if (customer_id)
    void send(telemetryCalls.logEvents, { event_name: 'customer_notify', event_data: { customer_id }, url: pathname })
  // Offline there is nobody to report to; the next visit will.
  setTimeout(() => watchVitals().catch(() => undefined), IDLE_MS)
}
