import { telemetryCalls as telemetry } from '@omni/contracts/telemetry.calls.ts'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('each report is kept under its kind, with who sent it and what it said', async () => {
  const me = await server.person()
  await server.ask(telemetry.logEvents, { event_name: 'opened', event_data: { page: 'home' } })
  await server.ask(telemetry.logAttributes, { attributes: { plan: 'free' } }, me)
  await server.ask(telemetry.logUserAction, { action: 'clicked' }, me)
  await server.ask(telemetry.logProductInteraction, { product_id: 'p1', interaction: 'view' }, me)
  await server.ask(telemetry.logPlaceOrderError, { message: 'no stock' }, me)
  await server.ask(telemetry.recordView, { page: 'home' }, me)
  await server.ask(telemetry.recordTimeOnPage, { time: 1200, page: 'home' }, me)
  await server.ask(telemetry.recordMvpSubscribed, { mvp: 'community' }, me)
  await server.ask(telemetry.recordMvpInteracted, { mvp: 'community' }, me)
  const { rows } = await server.behind.query(
    'select kind, user_id, workplace_id, data from telemetry_events order by event_id',
  )
  const mine = { user_id: me.user_id, workplace_id: me.workplace_id }
  expect(rows).toEqual([
    { kind: 'event', user_id: null, workplace_id: null, data: { event_name: 'opened', event_data: { page: 'home' } } },
    { kind: 'attributes', ...mine, data: { attributes: { plan: 'free' } } },
    { kind: 'user_action', ...mine, data: { action: 'clicked' } },
    { kind: 'product_interaction', ...mine, data: { product_id: 'p1', interaction: 'view' } },
    { kind: 'place_order_error', ...mine, data: { message: 'no stock' } },
    { kind: 'view', ...mine, data: { page: 'home' } },
    { kind: 'time_on_page', ...mine, data: { time: 1200, page: 'home' } },
    { kind: 'mvp_subscribed', ...mine, data: { mvp: 'community' } },
    { kind: 'mvp_interacted', ...mine, data: { mvp: 'community' } },
  ])
  expect((await server.ask(telemetry.logUserAction, { action: 'clicked' })).http).toBe(401)
})
