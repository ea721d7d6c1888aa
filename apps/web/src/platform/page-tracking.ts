import { authCalls } from '@omni/contracts/auth.calls.ts'
import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { useEffect } from 'react'
import { send } from './client.ts'
import { knownAccount } from './known-account.ts'
import { store, stored } from './storage.ts'

const ENTERED = 'omni.entered'

/** Only the first time counts (§7 auth/app), so one that was noted is not told again from this browser. */
async function recordEntry() {
  const id = knownAccount()?.id
  if (id === undefined || stored(ENTERED) === id) return
  const { success } = await send(authCalls.enterApp, { app: 'AO' })
  if (success) store(ENTERED, id)
}

/** Foundation spec §7: entering the app, page views and time on page, kept for the operator. Nobody waits for them. */
export function usePageTracking(page: string) {
  useEffect(() => void recordEntry(), [])
  useEffect(() => {
    const from = performance.now()
    void send(telemetryCalls.recordView, { page })
    return () => void send(telemetryCalls.recordTimeOnPage, { page, time: Math.round(performance.now() - from) })
  }, [page])
}
