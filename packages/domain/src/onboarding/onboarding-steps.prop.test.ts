import fc from 'fast-check'
import { expect, test } from 'vitest'
import { META_KEYS, nextOnboardingStep, ONBOARDING_STEPS, onboardingOrder } from './onboarding-steps.ts'

const user = fc.record({ meta_keys: fc.subarray([...META_KEYS]), plan_reinstalled: fc.boolean() })

test('both tables hold every step once; they differ only for V2 users without a reinstalled plan', () => {
  const first = onboardingOrder({ meta_keys: [], plan_reinstalled: false })
  fc.assert(
    fc.property(user, (u) => {
      const order = onboardingOrder(u)
      expect([...order].sort()).toEqual([...ONBOARDING_STEPS].sort())
      const isV2 = u.meta_keys.includes('ONBOARDING_V2') && !u.plan_reinstalled
      expect(order.join() !== first.join()).toBe(isV2)
    }),
  )
})

test('the next step is pending and none before it in the order is', () => {
  fc.assert(
    fc.property(user, fc.subarray([...ONBOARDING_STEPS]), (u, pending) => {
      const next = nextOnboardingStep(u, pending)
      expect(next === undefined).toBe(pending.length === 0)
      if (!next) return
      const order = onboardingOrder(u)
      expect(pending).toContain(next)
      for (const step of order.slice(0, order.indexOf(next))) expect(pending).not.toContain(step)
    }),
  )
})
