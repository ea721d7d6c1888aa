import { areas } from '@omni/contracts/all-calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { expect, test } from 'vitest'
import { features } from '../../features.ts'
import { SESSION_COOKIE } from '../../platform/session.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
const served = new Set(features.flatMap(({ calls }) => calls).map(({ call }) => call.name))
const closed = Object.values(areas)
  .flatMap((area): Call[] => Object.values(area))
  .filter(({ name, access }) => access !== 'public' && served.has(name))

test('every call that is not public refuses who has no session, or one that is over', async () => {
  expect(closed.length).toBeGreaterThan(80)
  const me = await server.person()
  await server.behind.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
    me.user_id,
  ])
  const wrong: string[] = []
  for (const call of closed) {
    for (const headers of [{}, { authorization: `Bearer ${me.token}` }, { cookie: `${SESSION_COOKIE}=${me.token}` }]) {
      const url = `/api${call.path.replace(/\{\w+\}/g, '0b2d3f4e-1111-4222-8333-444455556666')}`
      const reply = await server.app.inject({ method: call.method, url, headers: { app: 'AO', ...headers } })
      if (reply.statusCode !== 401) wrong.push(`${call.name}: ${reply.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})
