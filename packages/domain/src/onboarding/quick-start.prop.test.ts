import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeStep, isDone, isWidgetShown, markStep, NO_STEP_DONE, QUICK_START_STEPS } from './quick-start.ts'

const marks = fc.array(fc.constantFrom(...QUICK_START_STEPS))

test('each step is sent once, never turns false, and the active step is the first false one', () => {
  fc.assert(
    fc.property(marks, (sequence) => {
      let steps = NO_STEP_DONE
      const sent: string[] = []
      for (const step of sequence) {
        const marked = markStep(steps, step)
        if (marked.send) sent.push(step)
        steps = marked.steps
      }
      expect(sent).toEqual([...new Set(sequence)])
      expect(QUICK_START_STEPS.filter((s) => steps[s]).sort()).toEqual([...new Set(sequence)].sort())
      const open = QUICK_START_STEPS.filter((s) => !sequence.includes(s))
      expect(activeStep(steps)).toBe(open[0] ?? 'PLACE_ORDER')
      expect(isDone(steps)).toBe(open.length === 0)
      expect(isWidgetShown({ steps, dismiss: false })).toBe(open.length > 0)
      expect(isWidgetShown({ steps, dismiss: true })).toBe(false)
    }),
  )
  expect(Object.values(NO_STEP_DONE)).not.toContain(true)
})
