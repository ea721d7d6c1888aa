import { authCalls } from '@omni/contracts/auth.calls.ts'
import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { useEffect } from 'react'
import { send } from './client.ts'

/** Foundation spec §7: entering the app, page views and time on page, kept for the operator. Nobody waits for them. */
export function usePageTracking(page: string) {
  useEffect(() => void send(authCalls.enterApp, { app: 'AO' }), [])
  useEffect(() => {
    const from = performance.now()
    void send(telemetryCalls.recordView, { page })
    return () => void send(telemetryCalls.recordTimeOnPage, { page, time: Math.round(performance.now() - from) })
  }, [page])
}
