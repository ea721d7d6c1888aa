import fc from 'fast-check'
import { expect, test } from 'vitest'
import { META_KEYS, onboardingOrder } from './onboarding-steps.ts'

const user = fc.record({
  meta_keys: fc.subarray([...META_KEYS]),
  plan_reinstalled: fc.boolean(),
  from_user_mkt: fc.boolean(),
})

test('the list has each step that is meant for this user once; a marketplace bills and imports by itself', () => {
  fc.assert(
    fc.property(user, (u) => {
      const order = onboardingOrder(u)
      expect([...order].sort()).toEqual(
        u.from_user_mkt ? ['marketplace_import', 'order'] : ['normal_import', 'order', 'pricing'],
      )
      const isV2 = u.meta_keys.includes('ONBOARDING_V2') && !u.plan_reinstalled
      if (!u.from_user_mkt) expect(order[0]).toBe(isV2 ? 'normal_import' : 'pricing')
    }),
  )
})
