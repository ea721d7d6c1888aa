import type { FastifyRequest } from 'fastify'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { holderOf, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import type { OrderTables } from '../../orders/tables.ts'
import { ACCOUNTS, accountById, type CjAccount, perSecond } from './accounts.ts'
import { CjRefusal } from './envelope.ts'
import { POINTS, type PointTables, takePoints } from './points.ts'
import type { HeldTables } from './held-orders.ts'
import type { HookTables } from './hook-tables.ts'
import type { StateTables } from './order-state.ts'

export const BASE = '/api2.0/v1'
export const endpoint = (name: string) => ({ config: { endpoint: name } })

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose call it is, once the guard has let it in. */
    cjAccount?: CjAccount
  }
}

export type CjTables = TokenTables & PointTables & OrderTables & HookTables & HeldTables & StateTables

const PER_IP_A_SECOND = 10

/** Token, calls a second of the address and of the user, level, points: in this order. */
export function makeGuard(world: World<CjTables>) {
  const perIp = slidingWindow(PER_IP_A_SECOND)
  const perUser = new Map(ACCOUNTS.map((account) => [account.id, slidingWindow(perSecond(account))]))

  /** `lowest`: the level from which on an account may use this call. */
  return async (request: FastifyRequest, name: string, lowest = 0): Promise<CjAccount> => {
    const token = request.headers['cj-access-token']
    if (typeof token !== 'string' || token === '') throw new CjRefusal(1600002)
    const holder = await holderOf(world, 'access', token)
    const account = holder?.state === 'valid' ? accountById(holder.account) : undefined
    if (!account) throw new CjRefusal(1600001)
    if (perIp.take(request.ip).left < 0) throw new CjRefusal(1600200, 'Too Many Requests from this IP', 429)
    if ((perUser.get(account.id)?.take(account.id).left ?? 0) < 0)
      throw new CjRefusal(1600200, `Too Many Requests, QPS limit is ${perSecond(account)} time/1second`, 429)
    request.cjAccount = account
    if (account.level < lowest) throw new CjRefusal(401, undefined, 401)
    if (!(await takePoints(world, account, POINTS[name] ?? 0))) throw new CjRefusal(16900500, undefined, 429)
    return account
  }
}
