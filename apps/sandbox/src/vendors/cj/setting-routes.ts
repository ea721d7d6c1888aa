import type { FastifyInstance } from 'fastify'
import { done } from './envelope.ts'
import { BASE, endpoint, type makeGuard } from './guard.ts'

/** What an account may do: calls a second by its level. */
export function settingRoutes(app: FastifyInstance, guard: ReturnType<typeof makeGuard>) {
  app.get(`${BASE}/setting/get`, endpoint('setting/get'), async (request) => {
    const { id, per_second } = await guard(request, 'setting/get')
    return done({ openId: Number(id), setting: { quotaLimits: [], qpsLimit: per_second }, isSandbox: false })
  })
}
