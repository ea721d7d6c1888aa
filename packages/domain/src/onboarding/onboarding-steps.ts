/** Foundation spec §4 "Onboarding": the order of the steps, and the flags kept as meta keys (§3). */
export const ONBOARDING_STEPS = ['marketplace_import', 'pricing', 'order', 'normal_import'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

// widened to ask
export const isOnboardingStep = (step: string): step is OnboardingStep =>
  (ONBOARDING_STEPS as readonly string[]).includes(step)

/** §4: one flag each. spec: not shown how they are spelt. */
const ONBOARDING_FLAGS = [
  'ORDER_ONBOARDING',
  'NEW_FEATURE_ORDER',
  'MAPPED_BY_PROVIDER',
  'AI_ENHANCER',
  'LUNAR_NEW_YEAR',
  'SETTING_PHONE_NUMBER',
  'DEMO_MODE',
] as const

export const META_KEYS = ['ONBOARDING_V2', ...ONBOARDING_FLAGS] as const // §3 names ONBOARDING_V2 and a demo-mode key
export type MetaKey = (typeof META_KEYS)[number]

// widened to ask
export const isMetaKey = (key: string): key is MetaKey => (META_KEYS as readonly string[]).includes(key)

/** Earlier = shown first. §4 gives the steps of the tables; spec: not shown how the second differs. */
const PRIORITY_V1: readonly OnboardingStep[] = ['marketplace_import', 'pricing', 'order', 'normal_import']
/** A newcomer imports something before being asked to pay. */
const PRIORITY_V2: readonly OnboardingStep[] = ['marketplace_import', 'normal_import', 'order', 'pricing']

export type OnboardingUser = {
  meta_keys: readonly string[]
  /** A plan the user had before reinstalling. */
  plan_reinstalled: boolean
  /** Came from a marketplace, which also bills. */
  from_user_mkt: boolean
}

/** A marketplace user imports from there and buys no plan here; everybody else does the other two. */
const isMeant = (step: OnboardingStep, from_user_mkt: boolean) =>
  step === 'order' || (step === 'marketplace_import') === from_user_mkt

export const onboardingOrder = (user: OnboardingUser): readonly OnboardingStep[] =>
  (user.meta_keys.includes('ONBOARDING_V2') && !user.plan_reinstalled ? PRIORITY_V2 : PRIORITY_V1).filter((step) =>
    isMeant(step, user.from_user_mkt),
  )
