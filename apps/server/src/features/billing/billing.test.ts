import { billingCalls as billing } from '@omni/contracts/billing.calls.ts'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('every plan on offer can be looked at by its id; an unknown one is not there', async () => {
  const groups = (await server.ask(billing.getPricing, {})).body.data?.groups ?? []
  const plans = groups.flatMap((group) => group.plans)
  expect(plans.length).toBeGreaterThan(3)
  expect(plans.filter(({ is_recommended }) => is_recommended).length).toBeGreaterThan(0)
  for (const plan of plans) {
    const { data } = (await server.ask(billing.getPackageDetail, { id: plan.id })).body
    expect(data).toEqual(plan)
  }
  expect((await server.ask(billing.getPackageDetail, { id: 'nothing' })).http).toBe(404)
})
