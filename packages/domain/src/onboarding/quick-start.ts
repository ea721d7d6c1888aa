/**
 * Foundation spec §3 and §4 "Quick-start guideline": the checklist on the home page. The plan comes last: the free one
 * carries a first sale, and by then a seller knows what is worth paying for.
 */
export const QUICK_START_STEPS = [
  'FIND_AND_IMPORT',
  'PUSH_PRODUCT',
  'PLACE_ORDER',
  'FIND_READY_ORDER',
  'NAVIGATE_TO_ORDER_CENTER',
  'CHOOSE_A_PLAN',
] as const

export type QuickStartStep = (typeof QUICK_START_STEPS)[number]
export type StepMap = Readonly<Record<QuickStartStep, boolean>>

const DEFAULT_STEP: QuickStartStep = 'PLACE_ORDER' // §4

export const NO_STEP_DONE: StepMap = {
  FIND_AND_IMPORT: false,
  PUSH_PRODUCT: false,
  PLACE_ORDER: false,
  FIND_READY_ORDER: false,
  NAVIGATE_TO_ORDER_CENTER: false,
  CHOOSE_A_PLAN: false,
}

export const isQuickStartStep = (step: string): step is QuickStartStep =>
  (QUICK_START_STEPS as readonly string[]).includes(step) // widened to ask

/** `send` is false for a step that was true already: it is not sent again. A step never turns false. */
export function markStep(steps: StepMap, step: QuickStartStep): { steps: StepMap; send: boolean } {
  return steps[step] ? { steps, send: false } : { steps: { ...steps, [step]: true }, send: true }
}

export const activeStep = (steps: StepMap): QuickStartStep => QUICK_START_STEPS.find((s) => !steps[s]) ?? DEFAULT_STEP

export const isDone = (steps: StepMap): boolean => QUICK_START_STEPS.every((s) => steps[s])

/** §2: hidden when all steps are done or the user dismissed it. */
export const isWidgetShown = (guide: { steps: StepMap; dismiss: boolean }): boolean =>
  !guide.dismiss && !isDone(guide.steps)
