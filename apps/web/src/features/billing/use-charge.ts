import { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import type { Charge } from './billing-texts.ts'

export const BILLING_READS: readonly Call[] = [
  billingCalls.getSubscription,
  billingCalls.getCurrentPlan,
  billingCalls.listPaymentLogs,
]
const ASK_EVERY_MS = 2000
const isOver = (charge: Charge | undefined) =>
  charge !== undefined && ['done', 'failed', 'expired'].includes(charge.state)

/** Follows what was started here, and goes to the provider's page as soon as it is open. */
export function useStartedCharge(go: (url: string) => void = (url) => window.location.assign(url)) {
  const [id, setId] = useState<string | null>(null)
  const reading = useCall(billingCalls.getPlanCharge, { charge_id: id ?? '' }, { quiet: true, enabled: id !== null })
  const charge = id === null ? undefined : reading.data
  const gone = useRef<string | null>(null)
  const { refetch } = reading
  // A message usually comes first; without one it is asked.
  useEffect(() => {
    if (id === null || isOver(charge) || charge?.url) return
    const timer = setInterval(() => void refetch(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, charge, refetch])
  useEffect(() => {
    if (!charge?.url || gone.current === charge.url) return
    gone.current = charge.url
    go(charge.url)
  }, [charge, go])
  return { charge, start: setId, isBusy: id !== null && !isOver(charge), stop: () => setId(null) }
}

/** The person comes back from the provider's page: what became of it is asked there, not read from the address. */
export function useReturned(pending: Charge | null | undefined) {
  const [url, setUrl] = useUrlState()
  const hasReturned = url['paid'] !== undefined
  const { run } = useAct(billingCalls.checkPlanCharge, { refresh: [billingCalls.getSubscription], quiet: true })
  const asked = useRef<string | null>(null)
  const charge_id = hasReturned ? (pending?.charge_id ?? null) : null
  useEffect(() => {
    if (charge_id === null || asked.current === charge_id) return
    asked.current = charge_id
    void run({ charge_id })
  }, [charge_id, run])
  return { hasReturned, close: () => setUrl({ paid: undefined }) }
}
