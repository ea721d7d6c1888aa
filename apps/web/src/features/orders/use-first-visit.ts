import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useEffect } from 'react'
import { useAccount } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { useMarkStep } from '../../platform/mark-step.ts'

/** Foundation spec §4: opening the order center, and seeing an order that is ready, are steps of the first hour. */
export function useFirstVisit(hasReady: boolean) {
  const isNew = useAccount().onboarding.AO.some(({ step, done }) => step === 'order' && !done)
  const { run } = useAct(authCalls.updateCoreOnboarding, { refresh: [authCalls.getAccount], quiet: true })
  const markStep = useMarkStep()
  useEffect(() => {
    markStep('NAVIGATE_TO_ORDER_CENTER')
  }, [markStep])
  useEffect(() => {
    if (isNew) void run({ step: 'order' })
  }, [isNew, run])
  useEffect(() => {
    if (hasReady) markStep('FIND_READY_ORDER')
  }, [hasReady, markStep])
}
