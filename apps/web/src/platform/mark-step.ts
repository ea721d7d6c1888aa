import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import {
  isQuickStartStep,
  markStep,
  NO_STEP_DONE,
  type QuickStartStep,
  type StepMap,
} from '@omni/domain/onboarding/quick-start.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useAct } from './act.ts'
import { useCall } from './query.ts'

/** A step the server does not name is not done. */
export const toStepMap = (steps: Readonly<Record<string, boolean>>): StepMap => ({
  ...NO_STEP_DONE,
  ...Object.fromEntries(Object.entries(steps).filter(([step, done]) => done && isQuickStartStep(step))),
})

/** Foundation spec §4: a step that is true already is not sent again. The server marks the same from what happened. */
export function useMarkStep(): (step: QuickStartStep) => void {
  const guide = useCall(settingsCalls.getQuickStartGuide, {}, { quiet: true, keep: true })
  const known = useRef(NO_STEP_DONE)
  const done = guide.data?.steps
  useEffect(() => {
    if (done) known.current = toStepMap(done)
  }, [done])
  const { run } = useAct(settingsCalls.updateQuickStartGuide, {
    refresh: [settingsCalls.getQuickStartGuide],
    quiet: true,
  })
  return useCallback(
    (step) => {
      const marked = markStep(known.current, step)
      known.current = marked.steps
      if (marked.send) void run({ step })
    },
    [run],
  )
}
