import type { FastifyInstance } from 'fastify'
import type { World } from '../../frame/world.ts'
import { perSecond } from './accounts.ts'
import { done } from './envelope.ts'
import { BASE, type CjTables, endpoint, type makeGuard } from './guard.ts'
import { callbacksOf } from './webhooks.ts'

/** What CJ's page shows and an account of the lowest level was given: it does not name the level. */
const ANY_LEVEL = 100

export function settingRoutes(app: FastifyInstance, world: World<CjTables>, guard: ReturnType<typeof makeGuard>) {
  app.get(`${BASE}/setting/get`, endpoint('setting/get'), async (request) => {
    const account = await guard(request, 'setting/get')
    return done({
      openId: Number(account.id),
      setting: { quotaLimits: [], qpsLimit: account.level <= 1 ? ANY_LEVEL : perSecond(account) },
      callback: await callbacksOf(world, account.id),
      root: 'GENERAL',
      isSandbox: false,
    })
  })
}
