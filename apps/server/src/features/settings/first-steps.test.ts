/** Quick start and onboarding end: their steps are marked by what really happened. */
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { expect, test } from 'vitest'
import { emit } from '../../platform/outbox.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
const guide = async (me: Person) => (await server.ask(settingsCalls.getQuickStartGuide, {}, me)).body.data
const account = async (me: Person) => (await server.ask(authCalls.getAccount, {}, me)).body.data
const happened = async (me: Person, name: 'products.pushed' | 'orders.placed') => {
  const { workplace_id, user_id } = me
  await server.runtime.db(me).tx((tx) => emit(tx, name, { workplace_id, user_id }))
  await server.runJobs(2)
}

test('keeping the free plan, an import, a push and an order finish both, for nobody else', async () => {
  const [me, other] = [await server.person(), await server.person()]
  expect(await account(me)).toMatchObject({ onboarding_enabled: true })
  expect((await account(me))?.onboarding.AO.map(({ step }) => step)).toEqual(['normal_import', 'order', 'pricing'])

  expect((await server.ask(authCalls.updatePricingOnboarding, {}, me)).http).toBe(200)
  await server.runJobs(2)
  expect(await guide(me)).toMatchObject({
    isDone: false,
    steps: { CHOOSE_A_PLAN: true },
    active_step: 'FIND_AND_IMPORT',
  })

  const { workplace_id, user_id } = me
  await server.runtime
    .db(me)
    .tx((tx) =>
      emit(tx, 'products.imported', { workplace_id, user_id, product_ids: ['00000000-0000-4000-8000-000000000001'] }),
    )
  await server.runJobs(2)
  expect(await guide(me)).toMatchObject({ steps: { FIND_AND_IMPORT: true }, active_step: 'PUSH_PRODUCT' })
  await happened(me, 'products.pushed')
  expect(await guide(me)).toMatchObject({ steps: { PUSH_PRODUCT: true }, active_step: 'PLACE_ORDER' })
  expect(await account(me)).toMatchObject({ onboarding_enabled: true })
  await happened(me, 'orders.placed')
  expect(await guide(me)).toMatchObject({ isDone: true })
  expect(await account(me)).toMatchObject({ onboarding_enabled: false })
  expect(await guide(other)).toMatchObject({ active_step: 'FIND_AND_IMPORT' })
  expect(await account(other)).toMatchObject({ onboarding_enabled: true })
})
