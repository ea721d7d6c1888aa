import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { holderOf, issueToken, revokeTokens, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { ACCOUNTS, accountById } from './accounts.ts'
import { CjRefusal, done } from './envelope.ts'
import { BASE, endpoint } from './guard.ts'

const ACCESS_S = 15 * 86_400
const REFRESH_S = 180 * 86_400
const MINT_EVERY_S = 300
const REFRESHES_A_MINUTE = 5

const Key = z.object({ apiKey: z.string().optional(), password: z.string().optional() })
const Refresh = z.object({ refreshToken: z.string() })

/** CJ writes its times as Beijing's. */
export const beijing = (at: Date): string =>
  `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

export function authRoutes(app: FastifyInstance, world: World<TokenTables>) {
  const pair = async (account: string) => {
    const access = await issueToken(world, 'access', account, ACCESS_S, 'API@CJ')
    const refresh = await issueToken(world, 'refresh', account, REFRESH_S, 'RF@CJ')
    return done({
      openId: Number(account),
      accessToken: access.token,
      accessTokenExpiryDate: beijing(access.expires_at),
      refreshToken: refresh.token,
      refreshTokenExpiryDate: beijing(refresh.expires_at),
      createDate: beijing(world.now()),
    })
  }

  const issuedWithin = async (account: string, seconds: number) => {
    const after = new Date(world.now().getTime() - seconds * 1000)
    const rows = await world.db
      .selectFrom('tokens')
      .select('token')
      .where('account', '=', account)
      .where('kind', '=', 'access')
      .where('issued_at', '>', after)
      .execute()
    return rows.length
  }

  app.post(`${BASE}/authentication/getAccessToken`, endpoint('getAccessToken'), async (request) => {
    const given = Key.safeParse(request.body)
    const key = given.data?.apiKey ?? given.data?.password
    if (!key) throw new CjRefusal(1600100, 'Param error: apiKey must not be empty')
    const account = ACCOUNTS.find((one) => one.api_key === key)
    if (!account) throw new CjRefusal(1600005)
    if ((await issuedWithin(account.id, MINT_EVERY_S)) > 0) throw new CjRefusal(1600300)
    return pair(account.id)
  })

  app.post(`${BASE}/authentication/refreshAccessToken`, endpoint('refreshAccessToken'), async (request) => {
    const given = Refresh.safeParse(request.body)
    const holder = await holderOf(world, 'refresh', given.data?.refreshToken)
    if (!holder || holder.state === 'expired' || !accountById(holder.account)) throw new CjRefusal(1600003)
    if ((await issuedWithin(holder.account, 60)) >= REFRESHES_A_MINUTE) {
      throw new CjRefusal(1600200, 'Too Many Requests, refreshAccessToken can be called 5 times per minute')
    }
    return pair(holder.account)
  })

  app.post(`${BASE}/authentication/logout`, endpoint('logout'), async (request) => {
    const header = request.headers['cj-access-token']
    const holder = await holderOf(world, 'access', typeof header === 'string' ? header : undefined)
    if (!holder) throw new CjRefusal(1600001)
    await revokeTokens(world, holder.account)
    return done(true)
  })
}
