import type { QuickStartStep } from '@omni/domain/onboarding/quick-start.ts'
import type { TextKey } from '../platform/i18n.ts'

interface StepTexts {
  short: TextKey
  next: TextKey
  about: TextKey
  button: TextKey
  /** Where it is done; the first that exists. */
  hrefs: readonly string[]
}

/** Words and places of the quick-start steps (foundation spec §3). */
export const STEPS: Record<QuickStartStep, StepTexts> = {
  CHOOSE_A_PLAN: {
    short: 'quick_start.plan',
    next: 'quick_start.plan_next',
    about: 'quick_start.plan_about',
    button: 'quick_start.plan_do',
    hrefs: ['/app/setting/billing-plan/change-plan', '/public/pricing'],
  },
  FIND_AND_IMPORT: {
    short: 'quick_start.find',
    next: 'quick_start.find_next',
    about: 'quick_start.find_about',
    button: 'quick_start.find_do',
    hrefs: ['/app/find-product', '/app/catalog'],
  },
  PUSH_PRODUCT: {
    short: 'quick_start.push',
    next: 'quick_start.push_next',
    about: 'quick_start.push_about',
    button: 'quick_start.push_do',
    hrefs: ['/app/products-import', '/app/products-center'],
  },
  PLACE_ORDER: {
    short: 'quick_start.place',
    next: 'quick_start.place_next',
    about: 'quick_start.place_about',
    button: 'quick_start.place_do',
    hrefs: ['/app/orders'],
  },
  FIND_READY_ORDER: {
    short: 'quick_start.ready',
    next: 'quick_start.ready_next',
    about: 'quick_start.ready_about',
    button: 'quick_start.ready_do',
    hrefs: ['/app/orders'],
  },
  NAVIGATE_TO_ORDER_CENTER: {
    short: 'quick_start.center',
    next: 'quick_start.center_next',
    about: 'quick_start.center_about',
    button: 'quick_start.center_do',
    hrefs: ['/app/v2/orders', '/app/orders'],
  },
}
