import type { FastifyRequest } from 'fastify'
import { spend, usedToday, type UsageTables } from '../../frame/daily-usage.ts'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { holderOf, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { ACCOUNTS, accountById, type CjAccount, POINTS } from './accounts.ts'
import { CjRefusal } from './envelope.ts'

export const BASE = '/api2.0/v1'
export const endpoint = (name: string) => ({ config: { endpoint: name } })

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose call it is, once the guard has let it in. */
    cjAccount?: CjAccount
  }
}

export type CjTables = TokenTables & UsageTables

const PER_IP_A_SECOND = 10

/** Token, calls a second of the address and of the user, points of the day: in this order. */
export function makeGuard(world: World<CjTables>) {
  const perIp = slidingWindow(PER_IP_A_SECOND)
  const perUser = new Map(ACCOUNTS.map((account) => [account.id, slidingWindow(account.per_second)]))

  return async (request: FastifyRequest, name: string): Promise<CjAccount> => {
    const token = request.headers['cj-access-token']
    if (typeof token !== 'string' || token === '') throw new CjRefusal(1600002)
    const holder = await holderOf(world, 'access', token)
    const account = holder?.state === 'valid' ? accountById(holder.account) : undefined
    if (!account) throw new CjRefusal(1600001)
    if (perIp.take(request.ip).left < 0) throw tooMany(PER_IP_A_SECOND)
    if ((perUser.get(account.id)?.take(account.id).left ?? 0) < 0) throw tooMany(account.per_second)
    if (!(await spend(world, account.id, POINTS[name] ?? 0, account.points_per_day)))
      throw new CjRefusal(1600201, undefined, 429)
    request.cjAccount = account
    return account
  }
}

const tooMany = (n: number) => new CjRefusal(1600200, `Too Many Requests, QPS limit is ${n} time/1second`, 429)

/** CJ tells beside the data what is left of the day's points. */
export async function pointsInfo(world: World<CjTables>, { id, points_per_day }: CjAccount) {
  const used = await usedToday(world, id)
  return { usedToday: used, remaining: Math.max(0, points_per_day - used), total: points_per_day }
}
